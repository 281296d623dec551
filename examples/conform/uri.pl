#!/usr/bin/env perl
# Perl's URI (the package URI of CPAN), which refuses nothing: it escapes what cannot be in a URI.
#
# uri-lineage conform rfc3986 -- perl examples/conform/uri.pl
use strict;
use warnings;
use JSON::PP;
use URI;

my $json = JSON::PP->new->allow_nonref->utf8;
$| = 1;
while (my $line = <STDIN>) {
    my $uri = eval { URI->new($json->decode($line)) };
    my %answer = (valid => JSON::PP::false);
    # The string "0" would be false.
    if (defined $uri) {
        %answer = (valid => JSON::PP::true, scheme => scalar $uri->scheme, fragment => scalar $uri->fragment);
        # A scheme of its own may lack methods of the generic syntax.
        $answer{path} = $uri->path if $uri->can("path");
        $answer{query} = $uri->query if $uri->can("query");
        if ($uri->can("host")) {
            $answer{user} = $uri->userinfo if $uri->can("userinfo");
            $answer{host} = $uri->host;
            # A port that is not written is the scheme's.
            my $port = $uri->can("port") ? $uri->port : undef;
            $answer{port} = defined $port && $port eq $uri->default_port ? undef : $port;
        } elsif (!$uri->can("authority") || !defined $uri->authority) {
            $answer{$_} = undef for qw(user host port);
        }
    }
    print $json->encode(\%answer), "\n";
}
