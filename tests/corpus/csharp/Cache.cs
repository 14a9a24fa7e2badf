// Keeps what was computed.
using System;
using Shop.Models;
using static Shop.Limits;
using Rate = Shop.Tax.Rate;
global using Shop.Everywhere;

namespace Shop.Caching;

/// <summary>A cache with a limit.</summary>
[Serializable]
[Obsolete("use the other"), Models.Marked]
public sealed partial class Cache<TKey, TValue> : Store<TKey>, IDisposable, Models.ILookup<TKey> where TKey : IKey
{
    /// The most entries.
    public const int Limit = 100, Step = 10;
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(1);
    private readonly List<Entry> _entries = new();
    protected IClock clock;
    public event EventHandler<CacheArgs> Dropped;

    public string Name { get; private set; } = "cache";
    internal int Count => _entries.Count;
    public Entry this[int at] => _entries[at];

    public Cache(IClock clock, int size = 1) : base(clock)
    {
        this.clock = clock ?? throw new ArgumentNullException(nameof(clock));
    }

    // TODO: expire
    [MethodImpl(MethodImplOptions.NoInlining)]
    public async Task<TValue> GetAsync(TKey key, CancellationToken token = default)
    {
        var entry = new Entry(key);
        int Twice(int n) => Double(n);
        this.Touch(entry);
        base.Add(entry);
        Models.Tax.For(entry)?.Apply(Size.Small);
        await entry.SaveAsync<Disk>(token);
        Convert<Wide>(entry);
        Func<int, int> later = (int n) => Buried(n);
        if (entry is Fresh fresh && key as Text != null) { }
        try { Lock(); }
        catch (TimeoutException late) { Log.Warn(typeof(Cold), (Warm)late); }
        foreach (Item item in all) { item.Drop(); }
        // Copied because callers change it.
        Entry[] copy = new Entry[3];
        return Enumerable.Empty<TValue>().First();
    }

    protected abstract TValue Load(TKey key);

    void Hidden() { }

    /// <summary>
    /// Shares <see cref="Entry"/>, <c>twice</c> if a < b.
    /// </summary>
    /// <param name="entry">what is shared</param>
    protected internal void Shared() { }

    public static Cache<TKey, TValue> operator +(Cache<TKey, TValue> a, Entry b) => a;

    void IDisposable.Dispose() { }

    public enum Size : byte
    {
        Small = 1,
        /// <summary>Too much.</summary>
        Large
    }

    public delegate void Done(Entry entry);

    private struct Slot { public int At; }
}

public interface ILookup<T> : IEnumerable<T>
{
    int Depth { get; }
    T Find(string key);
}

public record Point(int X, double Y) : Shape(X)
{
    public double Length() => Math.Sqrt(X);
}

static class Extensions
{
    public static int Half(this int number) => number / 2;
}

[TestFixture]
public class CacheTests
{
    [Fact]
    public void ItIsEmptyAtFirst()
    {
        Assert.Equal(0, new Cache<int, int>(null).Count);
    }
}

class Damaged
{
    void Before() { }
    void Broken( { return ] ; }
    void After() { Recover(); }
}

// FACT: reading damaged
// FACT: package Shop.Caching
// FACT: symbol class Cache 11-76 public
// FACT: signature Cache public sealed partial class Cache<TKey, TValue> : Store<TKey>, IDisposable, Models.ILookup<TKey> where TKey : IKey
// FACT: doc Cache A cache with a limit.
// FACT: symbol constant Limit 16-16 public in Cache
// FACT: signature Limit public const int Limit = 100, Step = 10;
// FACT: doc Limit The most entries.
// FACT: symbol constant Step 16-16 public in Cache
// FACT: symbol constant Patience 17-17 private in Cache
// FACT: symbol field _entries 18-18 private in Cache
// FACT: signature _entries private readonly List<Entry> _entries = new();
// FACT: symbol field clock 19-19 protected in Cache
// FACT: symbol field Dropped 20-20 public in Cache
// FACT: symbol property Name 22-22 public in Cache
// FACT: signature Name public string Name
// FACT: symbol property Count 23-23 internal in Cache
// FACT: signature Count internal int Count
// FACT: symbol constructor Cache 26-29 public in Cache
// FACT: signature Cache public Cache(IClock clock, int size = 1) : base(clock)
// FACT: symbol method GetAsync 32-50 public in Cache
// FACT: signature GetAsync public async Task<TValue> GetAsync(TKey key, CancellationToken token = default)
// FACT: doc GetAsync TODO: expire
// FACT: symbol function Twice 36-36 private in Cache.GetAsync
// FACT: signature Twice int Twice(int n)
// FACT: symbol method Load 52-52 protected in Cache
// FACT: signature Load protected abstract TValue Load(TKey key);
// FACT: symbol method Hidden 54-54 private in Cache
// FACT: symbol method Shared 60-60 protected in Cache
// FACT: doc Shared Shares Entry, twice if a < b.\nentry: what is shared
// FACT: symbol method Dispose 64-64 private in Cache
// FACT: signature Dispose void IDisposable.Dispose()
// FACT: symbol enum Size 66-71 public in Cache
// FACT: symbol enum_member Small 68-68 public in Cache.Size
// FACT: symbol enum_member Large 70-70 public in Cache.Size
// FACT: doc Large Too much.
// FACT: symbol type_alias Done 73-73 public in Cache
// FACT: signature Done public delegate void Done(Entry entry);
// FACT: symbol struct Slot 75-75 private in Cache
// FACT: symbol field At 75-75 public in Cache.Slot
// FACT: symbol interface ILookup 78-82 public
// FACT: symbol property Depth 80-80 public in ILookup
// FACT: symbol method Find 81-81 public in ILookup
// FACT: signature Find T Find(string key);
// FACT: symbol class Point 84-87 public
// FACT: signature Point public record Point(int X, double Y) : Shape(X)
// FACT: symbol property X 84-84 public in Point
// FACT: symbol property Y 84-84 public in Point
// FACT: symbol method Length 86-86 public in Point
// FACT: symbol class Extensions 89-92 internal
// FACT: symbol method Half 91-91 public in Extensions
// FACT: symbol class CacheTests 94-102 public
// FACT: signature CacheTests public class CacheTests
// FACT: symbol method ItIsEmptyAtFirst 97-101 public in CacheTests
// FACT: symbol class Damaged 104-109 internal
// FACT: symbol method Before 106-106 private in Damaged
// FACT: symbol method After 108-108 private in Damaged
// FACT: comment todo 31 in Cache TODO: expire
// FACT: comment rationale 47 in GetAsync Copied because callers change it.
// FACT: import all 2 System
// FACT: import all 3 Shop.Models
// FACT: import all 4 Shop.Limits
// FACT: import module 5 Shop.Tax.Rate as Rate
// FACT: import all 6 Shop.Everywhere
// FACT: use type 11 Serializable in Cache times 1
// FACT: use type 12 Obsolete in Cache times 1
// FACT: use type 12 Marked in Cache times 1 of Models
// FACT: use base 13 Store in Cache times 1
// FACT: use base 13 IDisposable in Cache times 1
// FACT: use base 13 ILookup in Cache times 1 of Models
// FACT: use type 13 IKey in Cache times 1
// FACT: use type 17 TimeSpan in Cache times 2
// FACT: use call 17 FromSeconds in Cache times 1 of TimeSpan
// FACT: use type 18 List in Cache times 1
// FACT: use type 18 Entry in Cache times 4
// FACT: use type 19 IClock in Cache times 1
// FACT: use type 20 EventHandler in Cache times 1
// FACT: use type 20 CacheArgs in Cache times 1
// FACT: use type 26 IClock in Cache times 1
// FACT: use call 28 ArgumentNullException in Cache times 1
// FACT: use type 32 MethodImpl in GetAsync times 1
// FACT: use value 32 NoInlining in GetAsync times 1 of MethodImplOptions
// FACT: use type 33 Task in GetAsync times 1
// FACT: use type 33 CancellationToken in GetAsync times 1
// FACT: use call 35 Entry in GetAsync times 1
// FACT: use call 36 Double in Twice times 1
// FACT: use call 37 Touch in GetAsync times 1 of this
// FACT: use call 38 Add in GetAsync times 1 of base
// FACT: use call 39 Apply in GetAsync times 1 of ?
// FACT: use call 39 For in GetAsync times 1 of Models.Tax
// FACT: use value 39 Small in GetAsync times 1 of Size
// FACT: use type 39 Size in GetAsync times 1
// FACT: use call 40 SaveAsync in GetAsync times 1 of entry
// FACT: use type 40 Disk in GetAsync times 1
// FACT: use call 41 Convert in GetAsync times 1
// FACT: use type 41 Wide in GetAsync times 1
// FACT: use type 42 Func in GetAsync times 1
// FACT: use call 42 Buried in GetAsync times 1
// FACT: use type 43 Fresh in GetAsync times 1
// FACT: use type 43 Text in GetAsync times 1
// FACT: use call 44 Lock in GetAsync times 1
// FACT: use type 45 TimeoutException in GetAsync times 1
// FACT: use call 45 Warn in GetAsync times 1 of Log
// FACT: use type 45 Cold in GetAsync times 1
// FACT: use type 45 Warm in GetAsync times 1
// FACT: use type 46 Item in GetAsync times 1
// FACT: use call 46 Drop in GetAsync times 1 of item
// FACT: use type 48 Entry in GetAsync times 2
// FACT: use call 49 First in GetAsync times 1 of ?
// FACT: use call 49 Empty in GetAsync times 1 of Enumerable
// FACT: use type 49 Enumerable in GetAsync times 1
// FACT: use base 78 IEnumerable in ILookup times 1
// FACT: use base 84 Shape in Point times 1
// FACT: use call 86 Sqrt in Length times 1 of Math
// FACT: use type 94 TestFixture in CacheTests times 1
// FACT: use type 97 Fact in ItIsEmptyAtFirst times 1
// FACT: use call 100 Equal in ItIsEmptyAtFirst times 1 of Assert
// FACT: use call 100 Cache in ItIsEmptyAtFirst times 1
// FACT: use call 108 Recover in After times 1
// FACT: chunk symbol 78-82 of ILookup
// FACT: chunk symbol 84-87 of Point
// NONE: symbol variable entry
// NONE: symbol field entry
// NONE: use call 28 nameof
// NONE: use type 34 var
// NONE: use value 38 Add
