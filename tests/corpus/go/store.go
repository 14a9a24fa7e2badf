// Package store keeps things.
package store

import "fmt"
import (
	"context"
	log "github.com/acme/log"
	. "math"
	_ "embed"
	"example.com/team/store/internal/codec"
)

// MaxItems is the most a store takes.
const MaxItems = 100

const (
	stateNew = iota
	StateOld
)

var (
	// ErrFull says that nothing fits.
	ErrFull = fmt.Errorf("full")
	first, second int
)

var _ Store = (*memory)(nil)

// Key names an item.
type Key string

type Alias = codec.Frame

type (
	Pair[K comparable, V any] struct {
		First  K
		Second V
	}
	handler func(ctx context.Context) error
)

// Store is what callers see.
type Store interface {
	fmt.Stringer
	Closer
	// Get finds one.
	Get(ctx context.Context, key Key) (*Pair[Key, []byte], error)
	drop(key Key)
}

type Number interface {
	~int | ~float64
}

type memory struct {
	codec.Base
	*Closer
	Items map[Key][]byte `json:"items"`
	a, b  int
}

// New makes a store.
//
// It is empty.
func New(size int) *memory {
	var local = size
	const inner = 3
	type temp struct{ n int }
	log.Info("made", local)
	return &memory{Items: make(map[Key][]byte)}
}

func (m *memory) Get(ctx context.Context, key Key) (*Pair[Key, []byte], error) {
	// TODO: evict
	f := func(k Key) { m.check(k) }
	f(key)
	go m.codec.Frame().Read(Sqrt(2))
	return nil, ErrFull
}

func (p Pair[K, V]) swap() { Map[K, V](p) }

func Map[K comparable, V any](in Pair[K, V]) (out []V) {
	// A second pass instead of a map keeps the order.
	return out
}

func assembly(x int) int

var Handle = func(ctx context.Context) error {
	var hidden = 1
	return serve(ctx, hidden)
}

var table = map[string]func(){
	"a": func() { var buried = 2; use(buried) },
}

func broken(a int {
	return )
}

// Last is still found.
func Last() { New(1) }

// FACT: reading damaged
// FACT: package store
// FACT: import module 4 fmt
// FACT: import module 6 context
// FACT: import module 7 github.com/acme/log as log
// FACT: import all 8 math
// FACT: import module 9 embed as _
// FACT: import module 10 example.com/team/store/internal/codec
// FACT: symbol constant MaxItems 14-14 public
// FACT: signature MaxItems const MaxItems = 100
// FACT: doc MaxItems MaxItems is the most a store takes.
// FACT: symbol constant stateNew 17-17 internal
// FACT: symbol constant StateOld 18-18 public
// FACT: symbol variable ErrFull 23-23 public
// FACT: doc ErrFull ErrFull says that nothing fits.
// FACT: symbol variable first 24-24 internal
// FACT: symbol variable second 24-24 internal
// FACT: symbol type_alias Key 30-30 public
// FACT: doc Key Key names an item.
// FACT: signature Key type Key string
// FACT: symbol type_alias Alias 32-32 public
// FACT: use type 32 Frame in - times 1 of codec
// FACT: symbol struct Pair 35-38 public
// FACT: signature Pair Pair[K comparable, V any] struct
// FACT: symbol field First 36-36 public in Pair
// FACT: symbol type_alias handler 39-39 internal
// FACT: symbol interface Store 43-49 public
// FACT: doc Store Store is what callers see.
// FACT: symbol method Get 47-47 public in Store
// FACT: doc Get Get finds one.
// FACT: symbol method drop 48-48 internal in Store
// FACT: use base 44 Stringer in Store times 1 of fmt
// FACT: use base 45 Closer in Store times 1
// FACT: symbol interface Number 51-53 public
// FACT: symbol struct memory 55-60 internal
// FACT: signature memory type memory struct
// FACT: use base 56 Base in memory times 1 of codec
// FACT: use base 57 Closer in memory times 1
// FACT: symbol field Items 58-58 public in memory
// FACT: symbol field a 59-59 internal in memory
// FACT: symbol field b 59-59 internal in memory
// FACT: symbol function New 65-71 public
// FACT: doc New New makes a store.\n\nIt is empty.
// FACT: signature New func New(size int) *memory
// FACT: symbol struct temp 68-68 internal in New
// FACT: use call 69 Info in New times 1 of log
// FACT: symbol method Get 73-79 public in memory
// FACT: signature Get func (m *memory) Get(ctx context.Context, key Key) (*Pair[Key, []byte], error)
// FACT: comment todo 74 in Get TODO: evict
// FACT: use call 75 check in Get times 1 of m
// FACT: use call 77 Frame in Get times 1 of m.codec
// FACT: use call 77 Read in Get times 1 of ?
// FACT: use call 77 Sqrt in Get times 1
// FACT: use type 73 Key in Get times 3
// FACT: symbol method swap 81-81 internal in Pair
// FACT: use call 81 Map in swap times 1
// FACT: symbol function Map 83-86 public
// FACT: comment rationale 84 in Map A second pass instead of a map keeps the order.
// FACT: symbol function assembly 88-88 internal declared
// FACT: symbol function Handle 90-93 public
// FACT: use call 92 serve in Handle times 1
// FACT: symbol variable table 95-97 internal
// FACT: symbol function Last 104-104 public
// FACT: doc Last Last is still found.
// FACT: use call 104 New in Last times 1
// FACT: chunk symbol 62-71 of New
// NONE: symbol variable local
// NONE: symbol constant inner
// NONE: symbol variable hidden
// NONE: symbol variable buried
// NONE: symbol variable _
// NONE: use type 24 int
// NONE: use type 81 Map
