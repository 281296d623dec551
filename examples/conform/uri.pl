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
    }
    print $json->encode(\%answer), "\n";
}
