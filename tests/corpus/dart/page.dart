import 'dart:async';

/// Shown when there is nothing.
class EmptyPage extends Page with Logging {
  final String title;
  static const int limit = 5;

  EmptyPage(this.title);

  factory EmptyPage.named(String name) {
    return EmptyPage(name);
  }

  String get label => 'empty';

  @override
  Widget build(BuildContext context) {
    final text = Text(title);
    if (title.isEmpty) {
      return text;
    }
    return Center(child: text);
  }

  Future<List<int>> load(int count) async => [];
}

mixin Logging {
  void log(String line) {}
}

enum Colour { red, green }

typedef Callback = void Function(int);

void main() {
  // because of tests
  runApp(EmptyPage('a'));
}

// FACT: reading loose
// FACT: symbol class EmptyPage 4-26 public
// FACT: doc EmptyPage Shown when there is nothing.
// FACT: symbol field title 5-5 public in EmptyPage
// FACT: signature title final String title;
// FACT: symbol field limit 6-6 public in EmptyPage
// FACT: signature limit static const int limit = 5;
// FACT: symbol constructor EmptyPage 8-8 public in EmptyPage
// FACT: symbol constructor named 10-12 public in EmptyPage.EmptyPage
// FACT: symbol property label 14-14 public in EmptyPage
// FACT: signature label String get label => 'empty';
// FACT: symbol method build 16-23 public in EmptyPage
// FACT: symbol method load 25-25 public in EmptyPage
// FACT: signature load Future<List<int>> load(int count) async => [];
// FACT: symbol trait Logging 28-30 public
// FACT: symbol method log 29-29 public in Logging
// FACT: symbol enum Colour 32-32 public
// FACT: symbol type_alias Callback 34-34 public
// FACT: symbol function main 36-39 public
// FACT: comment rationale 37 in main because of tests
// FACT: chunk symbol 3-26 of EmptyPage
// FACT: chunk symbol 28-30 of Logging
// FACT: chunk symbol 32-32 of Colour
// FACT: chunk symbol 36-39 of main
// NONE: symbol function fake
// NONE: symbol method fake
