# frozen_string_literal: true

require "set"
require "shop/base"
require_relative "../shop/tax"
load "config/prices.rb"

module Shop
  autoload :Line, "shop/line"

  # What is to be bought.
  #
  # It has a limit.
  class Cart < Base::Cart
    include Comparable, Shop::Named
    extend Forwardable

    LIMIT = 5
    Entry = Struct.new(:thing, :count) do
      def total
        count * thing.price
      end
    end
    Full = Class.new(StandardError)

    attr_reader :things, :owner
    attr_accessor "note"
    private attr_writer :secret_key

    class << self
      def create(owner)
        new(owner).tap(&:open)
      end

      private

      def registry = @registry ||= {}
    end

    def self.empty?(cart) = cart.things.size.zero?

    # Makes one.
    def initialize(owner, things: [], *rest, **options, &block)
      super(owner)
      @things = things
    end

    # Adds a thing.
    #
    # TODO: limits
    def add(thing, count: 1)
      raise Full, "no more" if full?

      line = Shop::Line.new(thing, count)
      things.each do |one, (a, b)|
        one.merge(line) if one == line
        a + b
      end
      sql = <<~SQL
        def fake
        #{quoted(line)}
      SQL
      self.note = describe_line(sql)
      Tax.for(thing).apply(line)
      owner&.notify(:added, total)
    rescue Shop::Error, ArgumentError => error
      report error
    ensure
      for x in rest_of(things) do x.touch end
    end

    def name=(name)
      @name = name
    end

    def ==(other)
      other.class == self.class
    end

    def class
      Cart
    end

    alias size count
    alias_method :length, :size
    define_method(:open) { @open = true }

    private def secret; end

    protected

    def total
      first, second = split
      first + second + third
    end

    def hidden; end
    public

    def shown
    end
    private :shown
  end

  class Cart::Item
    def price! = 1
  end

  Mixin = Module.new
end

=begin
def fake
end
=end

# Opens the shop.
def Shop.open
  Shop::Cart.create(ENV.fetch("USER"))
end

def helper(list)
  # Sorted because callers print it.
  list.sort.map { |i| i.name }
end

RSpec.describe Shop::Cart do
  let(:cart) { described_class.new }

  context "when it is new" do
    it "is empty at first" do
      expect(Shop::Cart.empty?(cart)).to be true
    end

    it { is_expected.to be_open }
  end
end

class CartTest < Minitest::Test
  def test_total
    assert_equal 3, Shop::Cart.new(nil).total
  end
end

# FACT: reading parsed
# FACT: symbol namespace Shop 8-110 public
# FACT: signature Shop module Shop
# FACT: symbol class Cart 14-103 public in Shop
# FACT: signature Cart class Cart < Base::Cart
# FACT: doc Cart What is to be bought.\n\nIt has a limit.
# FACT: symbol constant LIMIT 18-18 public in Shop::Cart
# FACT: signature LIMIT LIMIT = 5
# FACT: symbol class Entry 19-23 public in Shop::Cart
# FACT: signature Entry Entry = Struct.new(:thing, :count)
# FACT: symbol field thing 19-19 public in Shop::Cart::Entry
# FACT: symbol field count 19-19 public in Shop::Cart::Entry
# FACT: symbol method total 20-22 public in Shop::Cart::Entry
# FACT: symbol class Full 24-24 public in Shop::Cart
# FACT: symbol field things 26-26 public in Shop::Cart
# FACT: signature things attr_reader :things, :owner
# FACT: symbol field owner 26-26 public in Shop::Cart
# FACT: symbol field note 27-27 public in Shop::Cart
# FACT: symbol field secret_key 28-28 private in Shop::Cart
# FACT: symbol method create 31-33 public in Shop::Cart
# FACT: signature create def create(owner)
# FACT: symbol method registry 37-37 private in Shop::Cart
# FACT: symbol method empty? 40-40 public in Shop::Cart
# FACT: signature empty? def self.empty?(cart) =
# FACT: symbol constructor initialize 43-46 public in Shop::Cart
# FACT: signature initialize def initialize(owner, things: [], *rest, **options, &block)
# FACT: doc initialize Makes one.
# FACT: symbol method add 51-70 public in Shop::Cart
# FACT: signature add def add(thing, count: 1)
# FACT: doc add Adds a thing.\n\nTODO: limits
# FACT: symbol method name= 72-74 public in Shop::Cart
# FACT: signature name= def name=(name)
# FACT: symbol method == 76-78 public in Shop::Cart
# FACT: symbol method class 80-82 public in Shop::Cart
# FACT: signature class def class
# FACT: symbol method size 84-84 public in Shop::Cart
# FACT: symbol method length 85-85 public in Shop::Cart
# FACT: symbol method open 86-86 public in Shop::Cart
# FACT: symbol method secret 88-88 private in Shop::Cart
# FACT: symbol method total 92-95 protected in Shop::Cart
# FACT: symbol method hidden 97-97 protected in Shop::Cart
# FACT: symbol method shown 100-101 private in Shop::Cart
# FACT: symbol class Item 105-107 public in Shop::Cart
# FACT: signature Item class Cart::Item
# FACT: symbol method price! 106-106 public in Shop::Cart::Item
# FACT: symbol namespace Mixin 109-109 public in Shop
# FACT: symbol method open 118-120 public in Shop
# FACT: signature open def Shop.open
# FACT: doc open Opens the shop.
# FACT: symbol function helper 122-125 public
# FACT: symbol namespace describe Shop::Cart 127-137 public
# FACT: signature describe Shop::Cart RSpec.describe Shop::Cart
# FACT: symbol variable cart 128-128 public in describe Shop::Cart
# FACT: symbol namespace context when it is new 130-136 public in describe Shop::Cart
# FACT: symbol function it is empty at first 131-133 public in describe Shop::Cart::context when it is new
# FACT: symbol function it 135-135 public in describe Shop::Cart::context when it is new
# FACT: symbol class CartTest 139-143 public
# FACT: symbol method test_total 140-142 public in CartTest
# FACT: comment todo 50 in Cart TODO: limits
# FACT: comment rationale 123 in helper Sorted because callers print it.
# FACT: import all 3 set
# FACT: import all 4 shop/base
# FACT: import include 5 ../shop/tax
# FACT: import all 6 config/prices.rb
# FACT: import name 9 shop/line name Line
# FACT: use base 14 Cart in Cart times 1 of Base
# FACT: use base 15 Comparable in Cart times 1
# FACT: use base 15 Named in Cart times 1 of Shop
# FACT: use base 16 Forwardable in Cart times 1
# FACT: use call 21 count in total times 1
# FACT: use call 21 price in total times 1 of thing
# FACT: use base 24 StandardError in Full times 1
# FACT: use call 32 new in create times 1
# FACT: use call 40 size in empty? times 1 of cart.things
# FACT: use value 52 Full in add times 1
# FACT: use call 52 full? in add times 1
# FACT: use call 54 Line in add times 1 of Shop
# FACT: use call 55 things in add times 2
# FACT: use call 55 each in add times 1 of things
# FACT: use call 56 merge in add times 1 of one
# FACT: use call 61 quoted in add times 1
# FACT: use call 63 note in add times 1 of self
# FACT: use call 63 describe_line in add times 1
# FACT: use call 64 for in add times 1 of Tax
# FACT: use call 64 apply in add times 1 of ?
# FACT: use value 64 Tax in add times 1
# FACT: use call 65 notify in add times 1 of owner
# FACT: use call 65 total in add times 1
# FACT: use value 66 Error in add times 1 of Shop
# FACT: use call 67 report in add times 1
# FACT: use call 69 rest_of in add times 1
# FACT: use call 69 touch in add times 1 of x
# FACT: use value 81 Cart in class times 1
# FACT: use call 93 split in total times 1
# FACT: use call 94 third in total times 1
# FACT: use call 119 create in open times 1 of Shop::Cart
# FACT: use call 124 sort in helper times 1 of list
# FACT: use call 132 empty? in it is empty at first times 1 of Shop::Cart
# FACT: use base 139 Test in CartTest times 1 of Minitest
# FACT: use call 141 Cart in test_total times 1 of Shop
# FACT: chunk symbol 117-120 of open
# FACT: chunk symbol 122-125 of helper
# FACT: chunk symbol 127-137 of describe Shop::Cart
# FACT: chunk symbol 139-143 of CartTest
# NONE: symbol function fake
# NONE: symbol method fake
# NONE: use call 56 line
# NONE: use call 57 a
# NONE: use call 67 error
# NONE: use call 94 first
# NONE: use value 14 Base
# NONE: use call 28 private
# NONE: use call 90 protected
# NONE: use call 4 require
