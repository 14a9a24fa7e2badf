//! The engine.
use std::collections::HashMap;
use crate::store::{self, Row, page::Page as StoredPage, codec::*};
use super::clock;
use serde as ser;
pub use crate::error::{Error, Kind as ErrorKind};
pub use self::tasks::*;
pub(crate) use log::info;
use {a::b, c};
extern crate libc;
extern crate alloc as memory;

mod tasks;
pub mod wire;

/// The most rows.
pub const MAX_ROWS: usize = 100;
static mut COUNTER: u32 = 0;
pub type Rows<T> = Vec<Row<T>>;

/// A thing with a name.
///
/// Names are unique.
#[derive(Debug, Clone)]
#[repr(C)]
pub struct Engine<'a, T: Store> {
    /// Where rows are.
    pub store: T,
    pub(crate) rows: HashMap<u64, Row<T>>,
    name: &'a str,
}

struct Unit;
pub struct Pair(pub u32, clock::Time);

pub(super) enum State {
    Idle,
    /// At work.
    Running { since: u64 },
    Done(Result<(), Error>),
}

union Bits { whole: u32, part: f32 }

pub trait Store: Send + clock::Timed {
    type Key;
    const DEPTH: u8 = 3;
    fn get(&self, key: Self::Key) -> Option<StoredPage>;
    fn close(&mut self) { self.flush(); }
}

impl<'a, T: Store> Engine<'a, T> {
    pub const LIMIT: u32 = 1;

    /// Makes one.
    #[inline]
    pub fn new(store: T) -> Self {
        let local = HashMap::new();
        Engine { store, rows: local, name: "x" }
    }

    pub(crate) async fn run<F>(&mut self, f: F) -> Result<(), Error>
    where
        F: Fn(u32) -> u32,
    {
        // TODO: retry
        fn helper(x: u32) -> u32 { clock::now(x) }
        const INNER: u32 = 2;
        let g = |y: u32| helper(y);
        info!("ran {}", format!("{}", g(1)));
        self.store.get(0).unwrap();
        store::open::<T>(1)?;
        Ok(())
    }

    unsafe fn raw(&self) -> *const u8 { std::ptr::null() }
}

impl<T> Drop for Engine<'_, T> {
    // Closed here because nobody else does.
    fn drop(&mut self) { self.store.close() }
}

impl From<u32> for wire::Frame { fn from(x: u32) -> Self { wire::Frame::make(x) } }

impl<T: Store> clock::Timed for Pair { fn time(&self) -> u64 { 0 } }

#[macro_export]
macro_rules! ensure {
    ($e:expr) => { if !$e { panic!("no") } };
}

extern "C" {
    fn strlen(s: *const u8) -> usize;
}

pub mod inner {
    pub fn visible() { super::hidden() }
    pub mod deep { struct Low; }
}

fn hidden() { vec![1, call_in_macro(2)]; }

fn broken(x: u32) -> { let = ; }

/// Still found.
#[test]
fn last() { inner::visible(); assert_eq!(Engine::<Unit>::new(1), 2); }

// FACT: reading damaged
// FACT: symbol constant MAX_ROWS 17-17 public
// FACT: signature MAX_ROWS pub const MAX_ROWS: usize = 100;
// FACT: doc MAX_ROWS The most rows.
// FACT: symbol variable COUNTER 18-18 private
// FACT: signature COUNTER static mut COUNTER: u32 = 0;
// FACT: symbol type_alias Rows 19-19 public
// FACT: signature Rows pub type Rows<T> = Vec<Row<T>>;
// FACT: symbol struct Engine 26-31 public
// FACT: signature Engine pub struct Engine<'a, T: Store>
// FACT: doc Engine A thing with a name.\n\nNames are unique.
// FACT: symbol field store 28-28 public in Engine
// FACT: doc store Where rows are.
// FACT: symbol field rows 29-29 internal in Engine
// FACT: signature rows pub(crate) rows: HashMap<u64, Row<T>>
// FACT: symbol field name 30-30 private in Engine
// FACT: symbol struct Unit 33-33 private
// FACT: signature Unit struct Unit;
// FACT: symbol struct Pair 34-34 public
// FACT: signature Pair pub struct Pair(pub u32, clock::Time);
// FACT: symbol enum State 36-41 internal
// FACT: signature State pub(super) enum State
// FACT: symbol enum_member Idle 37-37 internal in State
// FACT: symbol enum_member Running 39-39 internal in State
// FACT: signature Running Running
// FACT: doc Running At work.
// FACT: symbol field since 39-39 internal in State::Running
// FACT: symbol enum_member Done 40-40 internal in State
// FACT: signature Done Done(Result<(), Error>)
// FACT: symbol union Bits 43-43 private
// FACT: signature Bits union Bits
// FACT: symbol field whole 43-43 private in Bits
// FACT: symbol field part 43-43 private in Bits
// FACT: symbol trait Store 45-50 public
// FACT: signature Store pub trait Store: Send + clock::Timed
// FACT: symbol type_alias Key 46-46 public in Store
// FACT: symbol constant DEPTH 47-47 public in Store
// FACT: signature DEPTH const DEPTH: u8 = 3;
// FACT: symbol method get 48-48 public in Store
// FACT: signature get fn get(&self, key: Self::Key) -> Option<StoredPage>;
// FACT: symbol method close 49-49 public in Store
// FACT: signature close fn close(&mut self)
// FACT: symbol constant LIMIT 53-53 public in Engine
// FACT: signature LIMIT pub const LIMIT: u32 = 1;
// FACT: symbol method new 57-60 public in Engine
// FACT: signature new pub fn new(store: T) -> Self
// FACT: doc new Makes one.
// FACT: symbol method run 62-74 internal in Engine
// FACT: signature run pub(crate) async fn run<F>(&mut self, f: F) -> Result<(), Error> where F: Fn(u32) -> u32,
// FACT: symbol function helper 67-67 private in Engine::run
// FACT: signature helper fn helper(x: u32) -> u32
// FACT: doc helper TODO: retry
// FACT: symbol method raw 76-76 private in Engine
// FACT: signature raw unsafe fn raw(&self) -> *const u8
// FACT: symbol method drop 81-81 public in Engine
// FACT: signature drop fn drop(&mut self)
// FACT: doc drop Closed here because nobody else does.
// FACT: symbol method from 84-84 public in wire::Frame
// FACT: symbol method time 86-86 public in Pair
// FACT: symbol macro ensure 89-91 internal
// FACT: signature ensure macro_rules! ensure {
// FACT: symbol function strlen 94-94 private declared
// FACT: signature strlen fn strlen(s: *const u8) -> usize;
// FACT: symbol namespace inner 97-100 public
// FACT: signature inner pub mod inner
// FACT: symbol function visible 98-98 public in inner
// FACT: symbol namespace deep 99-99 public in inner
// FACT: symbol struct Low 99-99 private in inner::deep
// FACT: signature Low struct Low;
// FACT: symbol function hidden 102-102 private
// FACT: symbol function last 108-108 private
// FACT: signature last fn last()
// FACT: doc last Still found.
// FACT: comment todo 66 in run TODO: retry
// FACT: comment rationale 80 in - Closed here because nobody else does.
// FACT: import module 2 std::collections::HashMap
// FACT: import module 3 crate::store
// FACT: import module 3 crate::store::Row
// FACT: import module 3 crate::store::page::Page as StoredPage
// FACT: import all 3 crate::store::codec
// FACT: import module 4 super::clock
// FACT: import module 5 serde as ser
// FACT: import reexport 6 crate::error name Error
// FACT: import reexport 6 crate::error name Kind as ErrorKind
// FACT: import reexport 7 self::tasks name *
// FACT: import reexport 8 log name info
// FACT: import module 9 a::b
// FACT: import module 9 c
// FACT: import module 10 libc
// FACT: import module 11 alloc as memory
// FACT: import submodule 13 tasks
// FACT: import submodule 14 wire
// FACT: use type 19 Vec in - times 1
// FACT: use type 19 Row in - times 1
// FACT: use type 26 Store in Engine times 1
// FACT: use type 29 HashMap in Engine times 1
// FACT: use type 29 Row in Engine times 1
// FACT: use type 34 Time in Pair times 1 of clock
// FACT: use type 40 Result in Done times 1
// FACT: use type 40 Error in Done times 1
// FACT: use base 45 Send in Store times 1
// FACT: use base 45 Timed in Store times 1 of clock
// FACT: use type 48 Key in get times 1 of Self
// FACT: use type 48 Option in get times 1
// FACT: use type 48 StoredPage in get times 1
// FACT: use call 49 flush in close times 1 of self
// FACT: use type 52 Store in - times 2
// FACT: use type 52 Engine in - times 2
// FACT: use call 58 new in new times 1 of HashMap
// FACT: use type 59 Engine in new times 1
// FACT: use type 62 Result in run times 1
// FACT: use type 62 Error in run times 1
// FACT: use type 64 Fn in run times 1
// FACT: use call 67 now in helper times 1 of clock
// FACT: use call 69 helper in run times 1
// FACT: use call 70 info in run times 1
// FACT: use call 70 format in run times 1
// FACT: use call 70 g in run times 1
// FACT: use call 71 unwrap in run times 1 of ?
// FACT: use call 71 get in run times 1 of Store
// FACT: use call 72 open in run times 1 of store
// FACT: use call 73 Ok in run times 1
// FACT: use call 76 null in raw times 1 of std::ptr
// FACT: use base 79 Drop in Engine times 1
// FACT: use call 81 close in drop times 1 of Store
// FACT: use base 84 From in - times 1
// FACT: use type 84 Frame in - times 1 of wire
// FACT: use call 84 make in from times 1 of wire::Frame
// FACT: use base 86 Timed in Pair times 1 of clock
// FACT: use type 86 Pair in - times 1
// FACT: use call 90 panic in - times 1
// FACT: use call 98 hidden in visible times 1 of super
// FACT: use call 102 vec in hidden times 1
// FACT: use call 102 call_in_macro in hidden times 1
// FACT: use call 108 visible in last times 1 of inner
// FACT: use call 108 assert_eq in last times 1
// FACT: use call 108 new in last times 1
// FACT: chunk symbol 21-31 of Engine
// FACT: chunk symbol 33-33 of Unit
// FACT: chunk symbol 34-34 of Pair
// FACT: chunk symbol 36-41 of State
// FACT: chunk symbol 43-43 of Bits
// FACT: chunk symbol 45-50 of Store
// FACT: chunk symbol 55-60 of new
// FACT: chunk symbol 62-74 of run
// FACT: chunk symbol 76-76 of raw
// FACT: chunk symbol 80-81 of drop
// FACT: chunk symbol 84-84 of from
// FACT: chunk symbol 86-86 of time
// FACT: chunk symbol 94-94 of strlen
// FACT: chunk symbol 97-100 of inner
// NONE: symbol constant INNER
// NONE: symbol variable local
// NONE: symbol variable g 
// NONE: use type 57 Self
// NONE: symbol namespace tasks
// NONE: use type 45 Send
// NONE: use type 79 Drop
