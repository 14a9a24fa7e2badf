/* Keeps what was computed. */
package com.acme.cache;

import java.util.List;
import java.util.Map.Entry;
import java.util.concurrent.*;
import static java.util.Objects.requireNonNull;
import static com.acme.cache.Limits.*;

/**
 * A cache with a limit.
 *
 * @param <K> the key
 */
@Service
@SuppressWarnings({"unchecked", "rawtypes"})
public abstract class Cache<K extends Comparable<K>, V> extends Store<K> implements Closeable, map.Lookup<K, V> {
  /** The most entries. */
  public static final int LIMIT = 100, STEP = 10;
  private final ConcurrentMap<K, Entry<K, V>> entries = new ConcurrentHashMap<>();
  protected Clock clock;
  boolean closed;

  static {
    int warm = Loader.warmUp();
  }

  public Cache(Clock clock) throws IOException {
    this.clock = requireNonNull(clock);
  }

  // TODO: expire
  @Override
  public V get(K key) {
    int local = key.hashCode();
    Runnable task = () -> { int buried = 2; touch(key, buried); };
    return entries.get(key).getValue();
  }

  protected abstract V load(K key);

  private <T extends Number> List<T> all(Class<T> type) {
    // Copied because callers change it.
    return new java.util.ArrayList<T>(type.cast(null));
  }

  void run() {
    pool.submit(new Runnable() {
      int inner = 1;
      @Override public void run() { work(inner); }
    });
    entries.forEach(Cache::drop);
  }

  static void drop(Object key, Object value) {}

  public static class Builder {
    private int size;
    public Builder size(int size) { this.size = size; return this; }
    Cache<?, ?> build() { return Factory.instance().make(this); }
  }

  enum Policy implements Named {
    LRU,
    /** First in, first out. */
    FIFO("f") { @Override String label() { return "fifo"; } };

    private final String label;
    Policy() { this("x"); }
    Policy(String label) { this.label = label; }
    String label() { return label; }
  }
}

/** Finds things. */
interface Lookup<K, V> extends Iterable<V>, Named {
  int DEPTH = 3;
  V find(K key);
  default V findOr(K key, V other) { return other; }
  private void check() {}
}

public record Point(int x, double y) implements Named {
  static Point ORIGIN = new Point(0, 0);
  public Point { if (x < 0) throw new IllegalArgumentException("x"); }
  double length() { return Math.sqrt(x * x + y * y); }
}

@interface Cached {
  String value() default "";
  int seconds();
}

class Damaged {
  void before() {}
  void broken( { return ] ; }
  void after() { recover(); }
}

// Found after it.
class Last { Point at; }

// FACT: reading damaged
// FACT: package com.acme.cache
// FACT: symbol class Cache 15-73 public
// FACT: signature Cache public abstract class Cache<K extends Comparable<K>, V> extends Store<K> implements Closeable, map.Lookup<K, V>
// FACT: doc Cache A cache with a limit.\n\n@param <K> the key
// FACT: symbol constant LIMIT 19-19 public in Cache
// FACT: signature LIMIT public static final int LIMIT = 100, STEP = 10;
// FACT: doc LIMIT The most entries.
// FACT: symbol constant STEP 19-19 public in Cache
// FACT: signature STEP public static final int LIMIT = 100, STEP = 10;
// FACT: symbol field entries 20-20 private in Cache
// FACT: signature entries private final ConcurrentMap<K, Entry<K, V>> entries = new ConcurrentHashMap<>();
// FACT: symbol field clock 21-21 protected in Cache
// FACT: symbol field closed 22-22 internal in Cache
// FACT: symbol constructor Cache 28-30 public in Cache
// FACT: signature Cache public Cache(Clock clock) throws IOException
// FACT: symbol method get 33-38 public in Cache
// FACT: signature get public V get(K key)
// FACT: doc get TODO: expire
// FACT: symbol method load 40-40 protected in Cache
// FACT: signature load protected abstract V load(K key);
// FACT: symbol method all 42-45 private in Cache
// FACT: signature all private <T extends Number> List<T> all(Class<T> type)
// FACT: symbol method run 47-53 internal in Cache
// FACT: signature run void run()
// FACT: symbol method run 50-50 public in Cache.run
// FACT: signature run public void run()
// FACT: symbol method drop 55-55 internal in Cache
// FACT: signature drop static void drop(Object key, Object value)
// FACT: symbol class Builder 57-61 public in Cache
// FACT: signature Builder public static class Builder
// FACT: symbol field size 58-58 private in Cache.Builder
// FACT: symbol method size 59-59 public in Cache.Builder
// FACT: symbol method build 60-60 internal in Cache.Builder
// FACT: symbol enum Policy 63-72 internal in Cache
// FACT: signature Policy enum Policy implements Named
// FACT: symbol enum_member LRU 64-64 public in Cache.Policy
// FACT: symbol enum_member FIFO 66-66 public in Cache.Policy
// FACT: signature FIFO FIFO("f")
// FACT: doc FIFO First in, first out.
// FACT: symbol method label 66-66 internal in Cache.Policy.FIFO
// FACT: signature label String label()
// FACT: symbol field label 68-68 private in Cache.Policy
// FACT: signature label private final String label;
// FACT: symbol constructor Policy 69-69 internal in Cache.Policy
// FACT: signature Policy Policy()
// FACT: symbol constructor Policy 70-70 internal in Cache.Policy
// FACT: signature Policy Policy(String label)
// FACT: symbol method label 71-71 internal in Cache.Policy
// FACT: signature label String label()
// FACT: symbol interface Lookup 76-81 internal
// FACT: signature Lookup interface Lookup<K, V> extends Iterable<V>, Named
// FACT: doc Lookup Finds things.
// FACT: symbol constant DEPTH 77-77 public in Lookup
// FACT: signature DEPTH int DEPTH = 3;
// FACT: symbol method find 78-78 public in Lookup
// FACT: signature find V find(K key);
// FACT: symbol method findOr 79-79 public in Lookup
// FACT: signature findOr default V findOr(K key, V other)
// FACT: symbol method check 80-80 private in Lookup
// FACT: symbol class Point 83-87 public
// FACT: signature Point public record Point(int x, double y) implements Named
// FACT: symbol field x 83-83 public in Point
// FACT: symbol field y 83-83 public in Point
// FACT: symbol field ORIGIN 84-84 internal in Point
// FACT: signature ORIGIN static Point ORIGIN = new Point(0, 0);
// FACT: symbol constructor Point 85-85 public in Point
// FACT: signature Point public Point
// FACT: symbol method length 86-86 internal in Point
// FACT: signature length double length()
// FACT: symbol interface Cached 89-92 internal
// FACT: signature Cached @interface Cached
// FACT: symbol method value 90-90 public in Cached
// FACT: signature value String value() default "";
// FACT: symbol method seconds 91-91 public in Cached
// FACT: symbol class Damaged 94-98 internal
// FACT: signature Damaged class Damaged
// FACT: symbol method before 95-95 internal in Damaged
// FACT: symbol method after 97-97 internal in Damaged
// FACT: symbol class Last 101-101 internal
// FACT: signature Last class Last
// FACT: doc Last Found after it.
// FACT: symbol field at 101-101 internal in Last
// FACT: comment todo 32 in Cache TODO: expire
// FACT: comment rationale 43 in all Copied because callers change it.
// FACT: import module 4 java.util.List
// FACT: import module 5 java.util.Map.Entry
// FACT: import all 6 java.util.concurrent
// FACT: import name 7 java.util.Objects name requireNonNull
// FACT: import all 8 com.acme.cache.Limits
// FACT: use type 15 Service in Cache times 1
// FACT: use type 16 SuppressWarnings in Cache times 1
// FACT: use type 17 Comparable in Cache times 1
// FACT: use base 17 Store in Cache times 1
// FACT: use base 17 Closeable in Cache times 1
// FACT: use base 17 Lookup in Cache times 1 of map
// FACT: use type 20 ConcurrentMap in Cache times 1
// FACT: use type 20 Entry in Cache times 1
// FACT: use call 20 ConcurrentHashMap in Cache times 1
// FACT: use type 21 Clock in Cache times 1
// FACT: use call 25 warmUp in Cache times 1 of Loader
// FACT: use type 28 Clock in Cache times 1
// FACT: use type 28 IOException in Cache times 1
// FACT: use call 29 requireNonNull in Cache times 1
// FACT: use call 35 hashCode in get times 1 of key
// FACT: use type 36 Runnable in get times 1
// FACT: use call 36 touch in get times 1
// FACT: use call 37 getValue in get times 1 of ?
// FACT: use call 37 get in get times 1 of entries
// FACT: use type 42 Number in all times 1
// FACT: use type 42 List in all times 1
// FACT: use type 42 Class in all times 1
// FACT: use call 44 ArrayList in all times 1 of java.util
// FACT: use call 44 cast in all times 1 of type
// FACT: use call 48 submit in run times 1 of pool
// FACT: use call 48 Runnable in run times 1
// FACT: use call 50 work in run times 1
// FACT: use call 52 forEach in run times 1 of entries
// FACT: use call 52 drop in run times 1 of Cache
// FACT: use type 55 Object in drop times 2
// FACT: use type 59 Builder in size times 1
// FACT: use type 60 Cache in build times 1
// FACT: use call 60 make in build times 1 of ?
// FACT: use call 60 instance in build times 1 of Factory
// FACT: use base 63 Named in Policy times 1
// FACT: use base 76 Iterable in Lookup times 1
// FACT: use base 76 Named in Lookup times 1
// FACT: use base 83 Named in Point times 1
// FACT: use type 84 Point in Point times 1
// FACT: use call 84 Point in Point times 1
// FACT: use call 85 IllegalArgumentException in Point times 1
// FACT: use call 86 sqrt in length times 1 of Math
// FACT: use call 97 recover in after times 1
// FACT: use type 101 Point in Last times 1
// FACT: chunk symbol 10-73 of Cache
// FACT: chunk symbol 75-81 of Lookup
// FACT: chunk symbol 83-87 of Point
// FACT: chunk symbol 89-92 of Cached
// FACT: chunk symbol 94-98 of Damaged
// FACT: chunk symbol 100-101 of Last
// NONE: symbol field local
// NONE: symbol variable local
// NONE: symbol field warm
// NONE: symbol field inner
// NONE: symbol variable buried
// NONE: use type 44 util
// NONE: use type 17 map
// NONE: use type 17 Store
// NONE: use call 44 util
