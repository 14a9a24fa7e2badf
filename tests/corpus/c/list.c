/* A list of things. */
#include "list.h"
#include <stdlib.h>

#define LIST_MAX 100
#define LIST_EACH(list, it) \
  for (it = (list)->head; it; it = it->next)

struct node {
  int value;
  struct node *next, *before;
};

typedef struct list {
  struct node *head;
  size_t (*count)(const struct list *);
} list_t;

typedef int (*compare_fn)(const void *a, const void *b);

enum colour { RED, GREEN = 2 };

union number {
  int whole;
  float part;
};

static int total = 0;
extern list_t *shared;

// Adds a value.
// The list keeps it.
int list_add(list_t *list, int value);

static struct node *make_node(int value) {
  struct node *made = malloc(sizeof(struct node)); /* FIXME: check */
  int local = LIST_MAX;
  made->value = value;
  return made;
}

/**
 * Adds one.
 */
int list_add(list_t *list, int value)
{
  if (list->count(list) > LIST_MAX) return log_error("full", value);
  // The new one goes first so that a reader sees it at once.
  struct node *added = make_node(value);
  compare_fn by = pick(value), other = pick(2);
  return by(added, other);
}

MODULE_INIT(list) {
  list_add(shared, 1);
}

int broken(int a {
  return after_damage(a);
}

int last(void) { return list_add(0, 0); }

// FACT: reading damaged
// FACT: import include 2 list.h
// FACT: import system_include 3 stdlib.h
// FACT: symbol macro LIST_MAX 5-5 public
// FACT: signature LIST_MAX #define LIST_MAX
// FACT: symbol macro LIST_EACH 6-7 public
// FACT: symbol struct node 9-12 public
// FACT: signature node struct node
// FACT: symbol field value 10-10 public in node
// FACT: symbol field next 11-11 public in node
// FACT: symbol field before 11-11 public in node
// FACT: symbol struct list 14-17 public
// FACT: symbol field count 16-16 public in list
// FACT: symbol type_alias list_t 14-17 public
// FACT: symbol type_alias compare_fn 19-19 public
// FACT: symbol enum colour 21-21 public
// FACT: symbol enum_member RED 21-21 public in colour
// FACT: symbol enum_member GREEN 21-21 public in colour
// FACT: symbol union number 23-26 public
// FACT: symbol variable total 28-28 internal
// FACT: symbol variable shared 29-29 public
// FACT: symbol function list_add 33-33 public declared
// FACT: doc list_add Adds a value.\nThe list keeps it.
// FACT: symbol function make_node 35-40 internal
// FACT: signature make_node static struct node *make_node(int value)
// FACT: comment fixme 36 in make_node FIXME: check
// FACT: symbol function list_add 45-52 public
// FACT: doc list_add Adds one.
// FACT: signature list_add int list_add(list_t *list, int value)
// FACT: comment rationale 48 in list_add The new one goes first so that a reader sees it at once.
// FACT: use call 36 malloc in make_node times 1
// FACT: use call 47 count in list_add times 1 of list
// FACT: use call 47 log_error in list_add times 1
// FACT: use call 49 make_node in list_add times 1
// FACT: use call 50 pick in list_add times 2
// FACT: use type 50 compare_fn in list_add times 1
// FACT: symbol function last 62-62 public
// FACT: use call 62 list_add in last times 1
// FACT: chunk head 1-7 of -
// FACT: chunk symbol 42-52 of list_add
// NONE: symbol variable local
// NONE: symbol variable added
