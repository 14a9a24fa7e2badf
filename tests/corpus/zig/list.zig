const std = @import("std");
const Allocator = std.mem.Allocator;

pub const limit = 5;
var count: usize = 0;

/// Holds things
/// in order.
pub const List = struct {
    items: []u8,

    const Self = @This();

    pub const Kind = enum { short, long };

    /// Makes one.
    pub fn init(allocator: Allocator) !Self {
        const local = 1;
        if (local > 0) {
            return error.No;
        }
        return .{ .items = &.{} };
    }

    fn grow(self: *Self) void {
        // TODO: shrink
        _ = self;
    }
};

pub const Value = union(enum) {
    int: i64,
};

const Header = packed struct {
    a: u1,
};

pub const Error = error{
    OutOfMemory,
};

pub fn Of(comptime T: type) type {
    return struct {
        pub fn get(self: @This()) T {
            return self.value;
        }
    };
}

pub inline fn twice(
    x: u8,
) u8 {
    return x * 2;
}

extern "c" fn puts(text: [*:0]const u8) c_int;

const text =
    \\fn fake() {
    \\}
;

test "a list is empty at first" {
    try std.testing.expect(true);
}

test {
    _ = List;
}

// FACT: reading loose
// FACT: symbol constant Allocator 2-2 private
// FACT: symbol constant limit 4-4 public
// FACT: signature limit pub const limit = 5;
// FACT: symbol variable count 5-5 private
// FACT: signature count var count: usize = 0;
// FACT: symbol struct List 9-29 public
// FACT: doc List Holds things\nin order.
// FACT: symbol constant Self 12-12 private in List
// FACT: symbol enum Kind 14-14 public in List
// FACT: signature Kind pub const Kind = enum
// FACT: symbol method init 17-23 public in List
// FACT: doc init Makes one.
// FACT: symbol method grow 25-28 private in List
// FACT: signature grow fn grow(self: *Self) void
// FACT: symbol union Value 31-33 public
// FACT: symbol struct Header 35-37 private
// FACT: symbol enum Error 39-41 public
// FACT: symbol function Of 43-49 public
// FACT: symbol function get 45-47 public in Of
// FACT: symbol function twice 51-55 public
// FACT: symbol function puts 57-57 private
// FACT: symbol constant text 59-61 private
// FACT: symbol function a list is empty at first 64-66 private
// FACT: comment todo 26 in grow TODO: shrink
// FACT: chunk symbol 7-29 of List
// FACT: chunk symbol 31-33 of Value
// FACT: chunk symbol 35-37 of Header
// FACT: chunk symbol 39-41 of Error
// FACT: chunk symbol 43-49 of Of
// FACT: chunk symbol 51-55 of twice
// FACT: chunk symbol 57-57 of puts
// FACT: chunk symbol 64-66 of a list is empty at first
// NONE: symbol function fake
// NONE: symbol method fake
