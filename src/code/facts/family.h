#pragma once

#include <string>
#include <string_view>

#include "code/facts/facts.h"

// What families of languages have in common where names lead to definitions.
namespace satchel::code {

// Languages that can use each other's names.
std::string_view Family(std::string_view language);

// Whether names of one family may be defined in another: all that is compiled for the JVM can be
// used from all that is.
bool Reaches(std::string_view family, std::string_view other);

// Whether a namespace says nothing about directories, so that its name alone tells what is in it.
bool SpreadsNamespaces(std::string_view family);

// Whether a class uses what it has from others without saying where that is.
bool InheritsCalls(std::string_view family);

// Whether it says `self`, `this` or `super` there.
bool InheritsThroughSelf(std::string_view family);

// Whether a file of a class is named after it, so that programs find it by that.
bool NamesFilesAfterTypes(std::string_view family);

// Whether an import gives its name to what it brings, and nothing else can have that name in the
// file's outermost scope.
bool BindsImports(std::string_view family);

// Whether a name alone is a definition of the file or of a function around it, or imported, and
// never a member of a class.
bool HasLexicalScopes(std::string_view family);

// Whether files hand on what they import, so that an import may lead to a file that imports it.
bool HandsOnImports(std::string_view family);

// Whether a name that an import brings is nothing else, wherever that import leads.
bool DecidesByImport(std::string_view family);

// Whether a plain name is a member only of a class around it, and facts say no more than that:
// those of languages without a grammar, and Kotlin's.
bool HasNestedScopes(std::string_view family);

// Whether whatever is outside of classes is seen by all files of a module, which is a directory:
// `Sources/Shop` and `Tests/ShopTests` of Swift, all of `Source`.
bool HasModuleDirectories(std::string_view family);

// That directory, with its last slash; empty: the path does not say which.
std::string_view ModuleDirectory(std::string_view path);

// `http_client` of `HTTPClient`, as Ruby's loaders have it.
std::string Underscored(std::string_view name);

// What the language's own strings, lists and tables have, or an object that is always there: a
// workspace that defines one of that name is hardly ever meant.
bool IsBuiltinMember(std::string_view family, std::string_view name);
bool IsBuiltinObject(std::string_view family, std::string_view name);

bool IsType(std::string_view kind);
// A part of a class or of an object.
bool IsMember(std::string_view kind);
bool Fits(UseKind use, std::string_view kind, std::string_view family);

// Says that it is what a base has.
bool IsBaseWord(std::string_view qualifier, std::string_view family);
bool IsSelf(std::string_view qualifier, std::string_view family);

// `c` of `a.b.c`, `a::b::c`, `a/b/c`.
std::string_view LastPart(std::string_view name);

}  // namespace satchel::code
