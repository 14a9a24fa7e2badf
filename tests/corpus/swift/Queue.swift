import Foundation

/// Holds jobs.
/// In order.
@available(iOS 13, *)
public final class Queue<Element: Hashable>: Base, @unchecked Sendable {
    private let lock = NSLock()
    static var shared: Queue { Queue() }

    public var count: Int {
        let counted = items.count
        return counted
    }

    public required init?(limit: Int) {
        super.init()
    }

    deinit {
        close()
    }

    // TODO: a limit
    @discardableResult
    public func push<T>(_ item: T,
                        at place: Int = 0) async throws -> Bool where T: Job {
        let free = 1
        func local() {}
        return free > 0
    }

    class func make() -> Self { fatalError() }

    public static func == (a: Queue, b: Queue) -> Bool {
        true
    }

    subscript(place: Int) -> Element {
        items[place]
    }

#if DEBUG
    fileprivate func dump() {}
#endif

    enum State: String {
        case open, closed
    }
}

extension Queue.State: CustomStringConvertible {
    var description: String { "" }
}

protocol Shape {
    associatedtype Unit
    func area() -> Double
}

struct Square: Shape {
    typealias Unit = Int
    let text = """
func fake() {
    """
    func area() -> Double { 1 }
}

actor Counter {}

// FACT: reading loose
// FACT: symbol class Queue 5-49 public
// FACT: doc Queue Holds jobs.\nIn order.
// FACT: symbol property lock 7-7 private in Queue
// FACT: signature lock private let lock = NSLock()
// FACT: symbol property shared 8-8 public in Queue
// FACT: signature shared static var shared: Queue
// FACT: symbol property count 10-13 public in Queue
// FACT: symbol constructor init 15-17 public in Queue
// FACT: symbol method deinit 19-21 public in Queue
// FACT: signature deinit deinit
// FACT: symbol method push 24-30 public in Queue
// FACT: doc push TODO: a limit
// FACT: symbol function local 28-28 public in Queue.push
// FACT: signature local func local()
// FACT: symbol method make 32-32 public in Queue
// FACT: symbol method == 34-36 public in Queue
// FACT: symbol method subscript 38-40 public in Queue
// FACT: symbol method dump 43-43 private in Queue
// FACT: symbol enum State 46-48 public in Queue
// FACT: symbol class State 51-53 public in Queue declared
// FACT: symbol property description 52-52 public in Queue.State
// FACT: symbol interface Shape 55-58 public
// FACT: symbol type_alias Unit 56-56 public in Shape
// FACT: symbol method area 57-57 public in Shape
// FACT: symbol struct Square 60-66 public
// FACT: symbol type_alias Unit 61-61 public in Square
// FACT: symbol property text 62-64 public in Square
// FACT: symbol method area 65-65 public in Square
// FACT: symbol class Counter 68-68 public
// FACT: comment todo 23 in Queue TODO: a limit
// FACT: chunk symbol 3-49 of Queue
// FACT: chunk symbol 51-53 of State
// FACT: chunk symbol 55-58 of Shape
// FACT: chunk symbol 60-66 of Square
// FACT: chunk symbol 68-68 of Counter
// NONE: symbol function fake
// NONE: symbol method fake
// FACT: import all 1 Foundation
// FACT: use base 6 Base in Queue times 1
// FACT: use type 6 Element in Queue times 1
// FACT: use type 6 Hashable in Queue times 1
// FACT: use call 7 NSLock in lock times 1
// FACT: use type 8 Queue in shared times 1
// FACT: use call 8 Queue in shared times 1
// FACT: use type 10 Int in count times 1
// FACT: use call 20 close in deinit times 1
// FACT: use type 26 Job in push times 1
// FACT: use call 32 fatalError in make times 1
// FACT: use base 46 String in State times 1
// FACT: use base 51 CustomStringConvertible in State times 1
// FACT: use base 60 Shape in Square times 1
// NONE: use call 0 init
// NONE: use call 25 push
// NONE: use call 28 local
// NONE: use call 63 fake
