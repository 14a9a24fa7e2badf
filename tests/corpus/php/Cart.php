<?php

namespace Shop\Cart;

use Shop\Base;

/**
 * What is to be bought.
 */
#[Entity]
final class Cart extends Base implements \Countable
{
    public const LIMIT = 5;

    private array $things = [];

    public function __construct(private readonly int $limit = self::LIMIT)
    {
    }

    /** Adds one. */
    public static function &add(
        Thing $thing,
        int $count = 1
    ): self {
        $twice = function ($x) { return 2 * $x; };
        // FIXME: checks
        return new self();
    }

    abstract protected function total(): float;

    private function text(): string
    {
        return <<<SQL
        function fake() {
        SQL;
    }
}

interface Priced
{
    public function price(): int;
}

trait Named
{
}

enum Size: string
{
    case Small = 's';
}

# A helper.
function cart_size(Cart $cart): int
{
    return count($cart);
}

// FACT: reading loose
// FACT: symbol class Cart 10-39 public
// FACT: doc Cart What is to be bought.
// FACT: symbol constant LIMIT 13-13 public in Cart
// FACT: signature LIMIT public const LIMIT = 5;
// FACT: symbol method __construct 17-19 public in Cart
// FACT: signature __construct public function __construct(private readonly int $limit = self::LIMIT)
// FACT: symbol method add 22-29 public in Cart
// FACT: doc add Adds one.
// FACT: symbol method total 31-31 protected in Cart
// FACT: symbol method text 33-38 private in Cart
// FACT: signature text private function text(): string
// FACT: symbol interface Priced 41-44 public
// FACT: symbol method price 43-43 public in Priced
// FACT: signature price public function price(): int;
// FACT: symbol trait Named 46-48 public
// FACT: symbol enum Size 50-53 public
// FACT: symbol function cart_size 56-59 public
// FACT: doc cart_size A helper.
// FACT: comment fixme 27 in add FIXME: checks
// FACT: chunk symbol 7-39 of Cart
// FACT: chunk symbol 41-44 of Priced
// FACT: chunk symbol 46-48 of Named
// FACT: chunk symbol 50-53 of Size
// FACT: chunk symbol 55-59 of cart_size
// NONE: symbol function fake
// NONE: symbol method fake
