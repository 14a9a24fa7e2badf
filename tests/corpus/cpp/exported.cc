// Classes with a macro that says who may see them.
#include "export.h"

namespace store {

class STORE_EXPORT Table : public Base {
 public:
  explicit Table(int rows);
  virtual ~Table();

  int rows() const { return rows_; }
  virtual void Add(const Row& row) = 0;

 private:
  int rows_;
};

struct STORE_API(1) Row final {
  int id = 0;
};

class STORE_EXPORT Later;

class Window {
  UI_OBJECT

 public:
  STORE_OLD("Use rows().")
  int count() const;
  UI_SLOT(clicked)
  template <typename Event>
  void Handle(Event event);
};

}  // namespace store

// FACT: symbol class Table 6-16 public in store
// FACT: signature Table class STORE_EXPORT Table : public Base
// FACT: use base 6 Base in Table times 1
// FACT: symbol constructor Table 8-8 public in store::Table declared
// FACT: symbol method rows 11-11 public in store::Table
// FACT: symbol method Add 12-12 public in store::Table
// FACT: use type 12 Row in Add times 1
// FACT: symbol field rows_ 15-15 private in store::Table
// FACT: symbol struct Row 18-20 public in store
// FACT: symbol field id 19-19 public in store::Row
// FACT: use call 6 STORE_EXPORT in Table times 1
// FACT: use call 18 STORE_API in Row times 1
// FACT: symbol class Window 24-33 public in store
// FACT: use call 25 UI_OBJECT in Window times 1
// FACT: symbol method count 29-29 public in store::Window declared
// FACT: use call 28 STORE_OLD in Window times 1
// FACT: use call 30 UI_SLOT in Window times 1
// FACT: symbol method Handle 31-32 public in store::Window declared
// NONE: use type 32 Event
// NONE: use type 6 STORE_EXPORT
// NONE: symbol function Table
