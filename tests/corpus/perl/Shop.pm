package Shop::Cart;
use strict;

=head1 NAME

sub fake { }

=cut

# Adds a thing.
sub add {
    my ($self, $thing) = @_;
    push @{ $self->{things} }, $thing;
    return <<"END";
sub fake_too {
END
}

sub _total
{
    # TODO: tax
    return 0;
}

package Shop::Cart::Thing {
    sub new { return bless {}, shift }
}

1;

# FACT: reading loose
# FACT: symbol function add 11-17 public
# FACT: doc add Adds a thing.
# FACT: symbol function _total 19-23 public
# FACT: signature _total sub _total
# FACT: symbol namespace Thing 25-27 public in Shop::Cart
# FACT: signature Thing package Shop::Cart::Thing
# FACT: symbol function new 26-26 public in Shop::Cart::Thing
# FACT: comment todo 21 in _total TODO: tax
# FACT: chunk symbol 10-17 of add
# FACT: chunk symbol 19-23 of _total
# FACT: chunk symbol 25-27 of Thing
# NONE: symbol function fake
# NONE: symbol method fake
