import XCTest
import struct Foundation.Date
@testable import Shop

#if canImport(UIKit)
import UIKit
#endif

// The test of Queue.swift: it names what it tests, and calls it.
final class QueueTests: XCTestCase {
    private var queue: Queue<Job>!

    override func setUp() async throws {
        try await super.setUp()
        queue = Queue(limit: 3)
    }

    func testPushes() throws {
        let job = Job(name: "a")
        XCTAssertTrue(queue.push(job, at: 0))
        XCTAssertEqual(Queue<Job>.make().count, 0)
        queue?.close()
        jobs.first!.run()
        items.map { $0.text }.joined()
        check(.open)
        switch state {
        case .closed(let text): report(text)
        default: break
        }
        // queue.fake()
        print("queue.fake() \(job)")
    }

    func testShared() {
        Queue.shared.push(Job.empty)
        self.check(.open)
        for place in 0..<limit() {}
    }

    private func check(_ state: Queue<Job>.State) {}
}

struct Money: Codable, Comparable {
    enum Kind { case coin(Int), note }
    static func of(_ amount: Int) -> Money { convert(amount) }
}

// FACT: reading loose
// FACT: import all 1 XCTest
// FACT: import name 2 Foundation name Date
// FACT: import all 3 Shop
// FACT: import all 6 UIKit
// FACT: symbol class QueueTests 10-41 public
// FACT: doc QueueTests The test of Queue.swift: it names what it tests, and calls it.
// FACT: symbol property queue 11-11 private in QueueTests
// FACT: symbol method setUp 13-16 public in QueueTests
// FACT: symbol method testPushes 18-32 public in QueueTests
// FACT: symbol method testShared 34-38 public in QueueTests
// FACT: symbol method check 40-40 private in QueueTests
// FACT: symbol struct Money 43-46 public
// FACT: symbol enum Kind 44-44 public in Money
// FACT: symbol method of 45-45 public in Money
// FACT: use base 10 XCTestCase in QueueTests times 1
// FACT: use type 11 Queue in queue times 1
// FACT: use type 11 Job in queue times 1
// FACT: use call 14 setUp in setUp times 1 of super
// FACT: use call 15 Queue in setUp times 1
// FACT: use call 19 Job in testPushes times 1
// FACT: use call 20 XCTAssertTrue in testPushes times 1
// FACT: use call 20 push in testPushes times 1 of queue
// FACT: use call 21 XCTAssertEqual in testPushes times 1
// FACT: use call 21 make in testPushes times 1 of ?
// FACT: use call 22 close in testPushes times 1 of queue
// FACT: use call 23 run in testPushes times 1 of jobs.first
// FACT: use call 24 joined in testPushes times 1 of ?
// FACT: use call 25 check in testPushes times 1
// FACT: use call 27 report in testPushes times 1
// FACT: use call 35 push in testShared times 1 of Queue.shared
// FACT: use type 35 Queue in testShared times 1
// FACT: use call 36 check in testShared times 1 of self
// FACT: use call 37 limit in testShared times 1
// FACT: use base 43 Codable in Money times 1
// FACT: use base 43 Comparable in Money times 1
// FACT: use call 45 convert in of times 1
// FACT: chunk symbol 9-41 of QueueTests
// NONE: use call 30 fake
// NONE: use call 31 fake
// NONE: use call 44 coin
// NONE: use call 5 canImport
