using System;
using System.Collections.Generic;

namespace Shop.Storage
{
    /// <summary>Keeps what was read.</summary>
    [Serializable]
    public sealed class Cache<TKey, TValue> : ICache where TKey : notnull
    {
        private const int Most = 100;
        private readonly Dictionary<TKey, List<TValue>> _entries = new();

        public int Count { get; private set; }
        public string Name => "cache";

        public Cache(int most)
            : base(most)
        {
            _entries.Clear();
        }

        /// Finds it, or nothing.
        [Obsolete("no"), Fast]
        public async Task<TValue?> FindAsync<TOther>(TKey key,
            bool fresh = false)
        {
            if (Missing(key))
            {
                return default;
            }
            var found = Look(key);
            foreach (var one in found) Use(one);
            return await Load(key);
        }

#if NET8_0
        internal static bool operator ==(Cache<TKey, TValue> a, Cache<TKey, TValue> b) => a.Equals(b);
#endif

        void IDisposable.Dispose()
        {
            // HACK: twice is fine
            Close();
        }

        protected virtual (int Low, int High) Range() => (0, 1);

        enum State
        {
            Open,
            Closed
        }
    }

    internal interface ICache
    {
        int Size(string name);
    }

    public readonly record struct Point(int X, int Y);
}

// FACT: reading loose
// FACT: symbol namespace Storage 4-61 public in Shop
// FACT: symbol class Cache 7-53 public in Shop.Storage
// FACT: signature Cache public sealed class Cache<TKey, TValue> : ICache where TKey : notnull
// FACT: doc Cache <summary>Keeps what was read.</summary>
// FACT: symbol field Most 10-10 private in Shop.Storage.Cache
// FACT: signature Most private const int Most = 100;
// FACT: symbol field _entries 11-11 private in Shop.Storage.Cache
// FACT: symbol property Count 13-13 public in Shop.Storage.Cache
// FACT: symbol property Name 14-14 public in Shop.Storage.Cache
// FACT: signature Name public string Name => "cache";
// FACT: symbol constructor Cache 16-20 public in Shop.Storage.Cache
// FACT: symbol method FindAsync 23-34 public in Shop.Storage.Cache
// FACT: signature FindAsync public async Task<TValue?> FindAsync<TOther>(TKey key, bool fresh = false)
// FACT: doc FindAsync Finds it, or nothing.
// FACT: symbol method == 37-37 internal in Shop.Storage.Cache
// FACT: symbol method Dispose 40-44 public in Shop.Storage.Cache.IDisposable
// FACT: symbol method Range 46-46 protected in Shop.Storage.Cache
// FACT: symbol enum State 48-52 public in Shop.Storage.Cache
// FACT: symbol interface ICache 55-58 internal in Shop.Storage
// FACT: symbol method Size 57-57 public in Shop.Storage.ICache
// FACT: symbol struct Point 60-60 public in Shop.Storage
// FACT: comment hack 42 in Dispose HACK: twice is fine
// FACT: chunk symbol 4-61 of Storage
// NONE: symbol function fake
// NONE: symbol method fake
