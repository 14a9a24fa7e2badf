<?php

declare(strict_types=1);

namespace Shop\Cart;

use Shop\Base;
use Shop\Tax\Rate as TaxRate;
use Shop\{Line, Util\Text as T};
use function Shop\helper, Shop\Text\cut as snip;
use const Shop\TOP;

require_once __DIR__ . '/boot.php';
include 'parts/head.php';
require dirname(__DIR__) . '/all.php';
require $here . '/some.php';

const FIRST = 1, SECOND = 2;
define('OLD', 3);

/**
 * What is to be bought.
 */
#[Entity(name: 'cart')]
final class Cart extends Base implements \Countable, Model\Priced
{
    use Named, Loud;

    /** The most things. */
    public const LIMIT = 5, STEP = 2;
    protected const string KIND = 'cart';

    private array $things = [], $more;
    public static ?TaxRate $rate = null;
    var $old;

    public function __construct(private readonly int $limit = self::LIMIT, ?Owner $owner = null)
    {
        parent::__construct($owner);
    }

    /** Adds one. */
    public static function &add(
        Thing|Other $thing,
        int ...$count
    ): static {
        $twice = function (Number $x) use ($count) { return double($x); };
        $once = fn(Foo $x): Bar => $x->measure();
        // FIXME: checks
        self::make($thing)->total();
        static::$rate->apply(TaxRate::HIGH, Size::Small);
        \strlen('x');
        Text\cut($thing);
        $thing?->go()->on();
        $class::build();
        if ($thing instanceof Line) {
            throw new \InvalidArgumentException(Line::class);
        }
        try {
            $this->things->push(new T\Cutter(1));
        } catch (Missing | \Shop\Failed $e) {
            $this->$name();
        }
        return new self();
    }

    abstract protected function total(): float;

    private function text(): string
    {
        $other = new class(1) extends Quiet {
            private int $hidden = 1;
            public function loud() { return shout(); }
        };
        return <<<SQL
        function fake() { {$this->name()} }
        SQL;
    }
}

interface Priced extends Countable, \Stringable
{
    const CENTS = 100;
    public function price(): int;
}

trait Named
{
    protected ?string $name;
    private static function all(): array { return []; }
}

enum Size: string implements Labelled
{
    case Small = 's';
    /** Too much. */
    case Large = 'l';

    public function label(): string { return ucfirst($this->value); }
}

# A helper.
function cart_size(Cart $cart): int
{
    // Counted by hand because count() is slow.
    return count($cart);
}

final class CartTest extends TestCase
{
    #[Test]
    public function it_is_empty_at_first(): void
    {
        $this->assertSame(0, cart_size(new Cart()));
    }
}
?>
<p><?= htmlspecialchars($title) ?></p>
<?php
// FACT: reading parsed
// FACT: package Shop\Cart
// FACT: symbol constant FIRST 18-18 public
// FACT: signature FIRST const FIRST = 1, SECOND = 2;
// FACT: symbol constant SECOND 18-18 public
// FACT: symbol constant OLD 19-19 public
// FACT: symbol class Cart 24-79 public
// FACT: signature Cart final class Cart extends Base implements \Countable, Model\Priced
// FACT: doc Cart What is to be bought.
// FACT: symbol constant LIMIT 30-30 public in Cart
// FACT: signature LIMIT public const LIMIT = 5, STEP = 2;
// FACT: doc LIMIT The most things.
// FACT: symbol constant STEP 30-30 public in Cart
// FACT: symbol constant KIND 31-31 protected in Cart
// FACT: symbol property things 33-33 private in Cart
// FACT: signature things private array $things = [], $more;
// FACT: symbol property more 33-33 private in Cart
// FACT: symbol property rate 34-34 public in Cart
// FACT: symbol property old 35-35 public in Cart
// FACT: symbol constructor __construct 37-40 public in Cart
// FACT: signature __construct public function __construct(private readonly int $limit = self::LIMIT, ?Owner $owner = null)
// FACT: symbol property limit 37-37 private in Cart\__construct
// FACT: symbol method add 43-65 public in Cart
// FACT: signature add public static function &add( Thing|Other $thing, int ...$count ): static
// FACT: doc add Adds one.
// FACT: symbol method total 67-67 protected in Cart
// FACT: signature total abstract protected function total(): float;
// FACT: symbol method text 69-78 private in Cart
// FACT: signature text private function text(): string
// FACT: symbol method loud 73-73 public in Cart\text
// FACT: symbol interface Priced 81-85 public
// FACT: signature Priced interface Priced extends Countable, \Stringable
// FACT: symbol constant CENTS 83-83 public in Priced
// FACT: symbol method price 84-84 public in Priced
// FACT: signature price public function price(): int;
// FACT: symbol trait Named 87-91 public
// FACT: symbol property name 89-89 protected in Named
// FACT: symbol method all 90-90 private in Named
// FACT: symbol enum Size 93-100 public
// FACT: signature Size enum Size: string implements Labelled
// FACT: symbol enum_member Small 95-95 public in Size
// FACT: symbol enum_member Large 97-97 public in Size
// FACT: doc Large Too much.
// FACT: symbol method label 99-99 public in Size
// FACT: symbol function cart_size 103-107 public
// FACT: signature cart_size function cart_size(Cart $cart): int
// FACT: doc cart_size A helper.
// FACT: symbol class CartTest 109-116 public
// FACT: symbol method it_is_empty_at_first 111-115 public in CartTest
// FACT: signature it_is_empty_at_first public function it_is_empty_at_first(): void
// FACT: comment fixme 49 in add FIXME: checks
// FACT: comment rationale 105 in cart_size Counted by hand because count() is slow.
// FACT: import module 7 Shop\Base
// FACT: import module 8 Shop\Tax\Rate as TaxRate
// FACT: import module 9 Shop\Line
// FACT: import module 9 Shop\Util\Text as T
// FACT: import name 10 Shop name helper
// FACT: import name 10 Shop\Text name cut as snip
// FACT: import name 11 Shop name TOP
// FACT: import include 13 ./boot.php
// FACT: import include 14 parts/head.php
// FACT: import include 15 ../all.php
// FACT: import include 16 /some.php
// FACT: use type 24 Entity in Cart times 1
// FACT: use base 25 Base in Cart times 1
// FACT: use base 25 Countable in Cart times 1
// FACT: use base 25 Priced in Cart times 1 of Model
// FACT: use base 27 Named in Cart times 1
// FACT: use base 27 Loud in Cart times 1
// FACT: use type 34 TaxRate in Cart times 1
// FACT: use value 37 LIMIT in __construct times 1 of self
// FACT: use type 37 Owner in __construct times 1
// FACT: use call 39 __construct in __construct times 1 of parent
// FACT: use type 44 Thing in add times 1
// FACT: use type 44 Other in add times 1
// FACT: use type 47 Number in add times 1
// FACT: use call 47 double in add times 1
// FACT: use type 48 Bar in add times 1
// FACT: use call 48 measure in add times 1 of x
// FACT: use call 50 make in add times 1 of self
// FACT: use call 50 total in add times 1 of ?
// FACT: use value 51 HIGH in add times 1 of TaxRate
// FACT: use type 51 TaxRate in add times 1
// FACT: use value 51 Small in add times 1 of Size
// FACT: use call 52 strlen in add times 1
// FACT: use call 53 cut in add times 1 of Text
// FACT: use call 54 go in add times 1 of thing
// FACT: use call 54 on in add times 1 of ?
// FACT: use call 55 build in add times 1 of class
// FACT: use type 56 Line in add times 2
// FACT: use call 57 InvalidArgumentException in add times 1
// FACT: use call 60 push in add times 1 of this->things
// FACT: use call 60 Cutter in add times 1 of T
// FACT: use type 61 Missing in add times 1
// FACT: use type 61 Failed in add times 1 of Shop
// FACT: use base 71 Quiet in text times 1
// FACT: use call 73 shout in loud times 1
// FACT: use call 76 name in text times 1 of this
// FACT: use base 81 Countable in Priced times 1
// FACT: use base 81 Stringable in Priced times 1
// FACT: use base 93 Labelled in Size times 1
// FACT: use type 103 Cart in cart_size times 1
// FACT: use base 109 TestCase in CartTest times 1
// FACT: use type 111 Test in it_is_empty_at_first times 1
// FACT: use call 114 assertSame in it_is_empty_at_first times 1 of this
// FACT: use call 114 cart_size in it_is_empty_at_first times 1
// FACT: use call 114 Cart in it_is_empty_at_first times 1
// FACT: use call 118 htmlspecialchars in - times 1
// FACT: chunk symbol 81-85 of Priced
// FACT: chunk symbol 102-107 of cart_size
// NONE: symbol function fake
// NONE: symbol method fake
// NONE: symbol property hidden
// NONE: use type 45 int
// NONE: use type 46 static
// NONE: use call 64 self
// NONE: use type 53 Text
