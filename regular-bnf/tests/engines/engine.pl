# See engine.py. Perl stands for PCRE2, which follows it.
use strict;
use warnings FATAL => 'all';
no warnings qw(experimental);
binmode STDOUT, ':utf8';
$| = 1;
while (my $line = <STDIN>) {
    chomp $line;
    my ($pattern, $flags, $mode, $strings) = split / /, $line, -1;
    my $text = sub { my $bytes = pack 'H*', $_[0]; utf8::decode($bytes); $bytes };
    my $p = $text->($pattern);
    my $f = $text->($flags) . 'a';
    # A pattern that is invalid alone may be valid in a group.
    my $compiled = eval { no warnings; qr/$p/; $mode eq 'whole' ? qr/\A(?:(?$f:$p))\z/ : qr/(?$f:$p)/ };
    if (!defined $compiled) { print "error\n"; next; }
    my @answers;
    for my $string (map { $text->($_) } split /,/, $strings, -1) {
        if ($string !~ $compiled) { push @answers, '-'; next; }
        if (!defined $-[1] || !defined $+[1]) { push @answers, '.'; next; }
        my ($from, $to) = ($-[1], $+[1]);
        my $size = sub { my $part = substr $string, 0, $_[0]; utf8::encode($part); length $part };
        push @answers, $size->($from) . '..' . $size->($to);
    }
    print join(',', @answers), "\n";
}
