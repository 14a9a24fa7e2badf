// The engine.
#include "engine/engine.h"
#include <vector>

#define ENGINE_LIMIT 10

namespace acme::engine {

using Clock = std::chrono::steady_clock;
using std::vector;
using namespace std::literals;
namespace fs = std::filesystem;
typedef unsigned long Count;

/// What can be run.
template <typename T>
concept Runnable = requires(T t) { t.Run(); };

enum class Mode : int { kFast, kSlow = 2 };
enum Colour { RED };

constexpr int kLimit = 10;
int counter = 0;
static bool started;
extern const char* names[];

// Forward.
class Store;
struct Options;

// A thing.
//
// With parts.
template <typename T, int N = 3>
class Engine final : public Base<T>, private detail::Hooks {
  int hidden_ = 0;

 public:
  // Made empty.
  explicit Engine(const Options& options);
  Engine(const Engine&) = delete;
  ~Engine() override;

  Engine& operator=(const Engine& other) = default;
  bool operator==(const Engine& other) const { return Same(other); }
  operator bool() const;

  [[nodiscard]] virtual T Get(Mode mode) const = 0;
  static Engine* Make() { return new Engine<T>(Options{}); }
  template <class U>
  void Each(U&& visit) { visit(this->hidden_); }

  struct Part {
    Count size, used;
    union { int whole; float part; };
  };

 protected:
  int* pointer_;
  void (*callback_)(int);

 private:
  friend class Store;
  enum State { kIdle };
  std::vector<Part> parts_;
  static constexpr int kParts = 2;
};

struct Options {
  int size = 1;
  int Size() const { return size; }
};

namespace {

int Helper(int x) {
  int local = x;
  auto run = [&](int y) { int buried = y; return Compute(buried); };
  struct Inner { int z; };
  return run(local);
}

}  // namespace

static int Internal() { return Helper(1); }

template <typename T>
void Engine<T>::Each(int x) {
  // TODO: faster
  parts_.push_back(x);
  Internal();
}

Store::Nested::Nested(int x) : size_(x) { detail::Check<int>(x); }
Store::~Store() {}
int Store::Nested::Count() const { return std::max(1, this->Size()); }
Engine<int>* Store::operator->() { return nullptr; }
Count Store::total_ = 0;

int Prototype(int a, Options b);

/**
 * Adds two.
 */
template <typename T>
  requires Runnable<T>
auto Add(T a, T b) -> T {
  // Widened because of overflow.
  return static_cast<T>(a) + fs::path("x").size();
}

template <>
void Add<int>(int a) {}

ENGINE_REGISTER(Engine);

}  // namespace acme::engine

extern "C" {
void c_entry(void);
}

int Broken(int a) { return ] ; }

// Still found.
int Last() { return acme::engine::Add(1, 2); }

// FACT: reading damaged
// FACT: symbol macro ENGINE_LIMIT 5-5 public
// FACT: signature ENGINE_LIMIT #define ENGINE_LIMIT
// FACT: symbol namespace acme::engine 7-117 public
// FACT: signature acme::engine namespace acme::engine
// FACT: symbol type_alias Clock 9-9 public in acme::engine
// FACT: signature Clock using Clock = std::chrono::steady_clock;
// FACT: symbol type_alias Count 13-13 public in acme::engine
// FACT: signature Count typedef unsigned long Count;
// FACT: symbol trait Runnable 16-17 public in acme::engine
// FACT: signature Runnable template <typename T> concept Runnable = requires(T t) { t.Run(); };
// FACT: doc Runnable What can be run.
// FACT: symbol enum Mode 19-19 public in acme::engine
// FACT: signature Mode enum class Mode : int
// FACT: symbol enum_member kFast 19-19 public in acme::engine::Mode
// FACT: symbol enum_member kSlow 19-19 public in acme::engine::Mode
// FACT: symbol enum Colour 20-20 public in acme::engine
// FACT: signature Colour enum Colour
// FACT: symbol enum_member RED 20-20 public in acme::engine::Colour
// FACT: symbol constant kLimit 22-22 public in acme::engine
// FACT: signature kLimit constexpr int kLimit = 10;
// FACT: symbol variable counter 23-23 public in acme::engine
// FACT: symbol variable started 24-24 internal in acme::engine
// FACT: signature started static bool started;
// FACT: symbol variable names 25-25 public in acme::engine
// FACT: signature names extern const char* names[];
// FACT: symbol class Engine 34-67 public in acme::engine
// FACT: signature Engine template <typename T, int N = 3> class Engine final : public Base<T>, private detail::Hooks
// FACT: doc Engine A thing.\n\nWith parts.
// FACT: symbol field hidden_ 36-36 private in acme::engine::Engine
// FACT: signature hidden_ int hidden_ = 0;
// FACT: symbol constructor Engine 40-40 public in acme::engine::Engine declared
// FACT: signature Engine explicit Engine(const Options& options);
// FACT: doc Engine Made empty.
// FACT: symbol constructor Engine 41-41 public in acme::engine::Engine
// FACT: signature Engine Engine(const Engine&) = delete;
// FACT: symbol method ~Engine 42-42 public in acme::engine::Engine declared
// FACT: signature ~Engine ~Engine() override;
// FACT: symbol method operator= 44-44 public in acme::engine::Engine
// FACT: signature operator= Engine& operator=(const Engine& other) = default;
// FACT: symbol method operator== 45-45 public in acme::engine::Engine
// FACT: signature operator== bool operator==(const Engine& other) const
// FACT: symbol method operator bool 46-46 public in acme::engine::Engine declared
// FACT: signature operator bool operator bool() const;
// FACT: symbol method Get 48-48 public in acme::engine::Engine
// FACT: signature Get [[nodiscard]] virtual T Get(Mode mode) const = 0;
// FACT: symbol method Make 49-49 public in acme::engine::Engine
// FACT: signature Make static Engine* Make()
// FACT: symbol method Each 50-51 public in acme::engine::Engine
// FACT: signature Each template <class U> void Each(U&& visit)
// FACT: symbol struct Part 53-56 public in acme::engine::Engine
// FACT: symbol field size 54-54 public in acme::engine::Engine::Part
// FACT: symbol field used 54-54 public in acme::engine::Engine::Part
// FACT: symbol field whole 55-55 public in acme::engine::Engine::Part
// FACT: symbol field part 55-55 public in acme::engine::Engine::Part
// FACT: symbol field pointer_ 59-59 protected in acme::engine::Engine
// FACT: symbol field callback_ 60-60 protected in acme::engine::Engine
// FACT: signature callback_ void (*callback_)(int);
// FACT: symbol enum State 64-64 private in acme::engine::Engine
// FACT: symbol enum_member kIdle 64-64 private in acme::engine::Engine::State
// FACT: symbol field parts_ 65-65 private in acme::engine::Engine
// FACT: signature parts_ std::vector<Part> parts_;
// FACT: symbol constant kParts 66-66 private in acme::engine::Engine
// FACT: signature kParts static constexpr int kParts = 2;
// FACT: symbol struct Options 69-72 public in acme::engine
// FACT: signature Options struct Options
// FACT: symbol field size 70-70 public in acme::engine::Options
// FACT: symbol method Size 71-71 public in acme::engine::Options
// FACT: signature Size int Size() const
// FACT: symbol function Helper 76-81 internal in acme::engine
// FACT: signature Helper int Helper(int x)
// FACT: symbol struct Inner 79-79 public in acme::engine::Helper
// FACT: symbol field z 79-79 public in acme::engine::Helper::Inner
// FACT: symbol function Internal 85-85 internal in acme::engine
// FACT: signature Internal static int Internal()
// FACT: symbol method Each 87-92 public in acme::engine::Engine
// FACT: signature Each template <typename T> void Engine<T>::Each(int x)
// FACT: symbol constructor Nested 94-94 public in acme::engine::Store::Nested
// FACT: signature Nested Store::Nested::Nested(int x)
// FACT: symbol method ~Store 95-95 public in acme::engine::Store
// FACT: signature ~Store Store::~Store()
// FACT: symbol method Count 96-96 public in acme::engine::Store::Nested
// FACT: signature Count int Store::Nested::Count() const
// FACT: symbol method operator-> 97-97 public in acme::engine::Store
// FACT: signature operator-> Engine<int>* Store::operator->()
// FACT: symbol variable total_ 98-98 public in acme::engine::Store
// FACT: signature total_ Count Store::total_ = 0;
// FACT: symbol function Prototype 100-100 public in acme::engine declared
// FACT: signature Prototype int Prototype(int a, Options b);
// FACT: symbol function Add 105-110 public in acme::engine
// FACT: signature Add template <typename T> requires Runnable<T> auto Add(T a, T b) -> T
// FACT: doc Add Adds two.
// FACT: symbol function Add 112-113 public in acme::engine
// FACT: signature Add template <> void Add<int>(int a)
// FACT: symbol function c_entry 120-120 public declared
// FACT: signature c_entry void c_entry(void);
// FACT: symbol function Last 126-126 public
// FACT: signature Last int Last()
// FACT: doc Last Still found.
// FACT: comment todo 89 in Each TODO: faster
// FACT: comment rationale 108 in Add Widened because of overflow.
// FACT: import include 2 engine/engine.h
// FACT: import system_include 3 vector
// FACT: use type 9 steady_clock in acme::engine times 1 of std::chrono
// FACT: use type 10 vector in acme::engine times 1 of std
// FACT: use call 17 Run in Runnable times 1 of t
// FACT: use type 28 Store in acme::engine times 1
// FACT: use type 29 Options in acme::engine times 1
// FACT: use base 35 Base in Engine times 1
// FACT: use base 35 Hooks in Engine times 1 of detail
// FACT: use type 40 Options in Engine times 1
// FACT: use type 41 Engine in Engine times 1
// FACT: use type 44 Engine in operator= times 2
// FACT: use type 45 Engine in operator== times 1
// FACT: use call 45 Same in operator== times 1
// FACT: use type 48 Mode in Get times 1
// FACT: use type 49 Engine in Make times 1
// FACT: use call 49 Engine in Make times 1
// FACT: use type 49 Options in Make times 1
// FACT: use call 51 visit in Each times 1
// FACT: use type 54 Count in Part times 1
// FACT: use type 63 Store in Engine times 1
// FACT: use type 65 vector in Engine times 1 of std
// FACT: use type 65 Part in Engine times 1
// FACT: use call 78 Compute in Helper times 1
// FACT: use call 80 run in Helper times 1
// FACT: use call 85 Helper in Internal times 1
// FACT: use type 88 Engine in Each times 1
// FACT: use call 90 push_back in Each times 1 of std::vector
// FACT: use call 91 Internal in Each times 1
// FACT: use call 94 Check in Nested times 1 of detail
// FACT: use call 96 max in Count times 1 of std
// FACT: use call 96 Size in Count times 1 of this
// FACT: use type 97 Engine in operator-> times 1
// FACT: use type 98 Count in acme::engine times 1
// FACT: use type 100 Options in Prototype times 1
// FACT: use type 106 Runnable in acme::engine times 1
// FACT: use call 109 size in Add times 1 of ?
// FACT: use call 109 path in Add times 1 of fs
// FACT: use call 115 ENGINE_REGISTER in acme::engine times 1
// FACT: use call 126 Add in Last times 1 of acme::engine
// FACT: chunk symbol 7-117 of acme::engine
// NONE: symbol variable local
// NONE: symbol variable run
// NONE: symbol function run
// NONE: symbol variable buried
// NONE: symbol field local
// NONE: use call 109 static_cast
// NONE: use type 35 Base
// NONE: use type 35 Hooks
// NONE: symbol class Store
// NONE: use type 11 literals
// NONE: use type 49 Make
