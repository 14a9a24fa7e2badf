package shop
package queue

import cats.effect.{IO, Ref => Cell, Sync as Async, Clock => _}
import cats.syntax.all._, shop.bank.Money
import org.scalatest.*
import shop.queue.{
  Job,
  Queue
}

/** Tests Queue. */
final class QueueSpec extends AnyFlatSpec with Matchers with Fixtures[IO] {
  import Queue._

  private val queue = Queue[IO, Job](limit = 3)

  def filled(size: Int): Queue[IO, Job] = {
    val jobs = List.fill(size)(Job("a", 1))
    queue.push(jobs.head)(size)
    jobs.foldLeft(queue) { (all, job) => all.add[Job](job) }
    if (size > 2) report(size) else Money.of(size)
    new Timer(size).start()
    // queue.fake(1)
    println(s"queue.fake(2)")
    jobs
      .map(render)
      .reduce(join(_, _))
    queue
  }

  test("keeps the order") {
    assertEquals(filled(2).take(), Job("a", 1))
  }
}

object QueueSpec extends Settings("a") {
  given clock: Clock = Clock.fixed(0)

  enum Size derives Show:
    case Small, Large
}

// FACT: reading loose
// FACT: package shop.queue
// FACT: import name 4 cats.effect name IO
// FACT: import name 4 cats.effect name Ref as Cell
// FACT: import name 4 cats.effect name Sync as Async
// FACT: import all 5 cats.syntax.all
// FACT: import name 5 shop.bank name Money
// FACT: import all 6 org.scalatest
// FACT: import name 7 shop.queue name Job
// FACT: import name 7 shop.queue name Queue
// FACT: import all 14 Queue
// FACT: symbol class QueueSpec 13-35 public
// FACT: doc QueueSpec Tests Queue.
// FACT: symbol property queue 16-16 private in QueueSpec
// FACT: symbol method filled 18-30 public in QueueSpec
// FACT: symbol method keeps the order 32-34 public in QueueSpec
// FACT: symbol class QueueSpec 37-42 public
// FACT: symbol class clock 38-38 public in QueueSpec
// FACT: symbol enum Size 40-41 public in QueueSpec
// FACT: use base 13 AnyFlatSpec in QueueSpec times 1
// FACT: use base 13 Matchers in QueueSpec times 1
// FACT: use base 13 Fixtures in QueueSpec times 1
// FACT: use type 13 IO in QueueSpec times 1
// FACT: use call 16 Queue in queue times 1
// FACT: use type 16 IO in queue times 1
// FACT: use type 16 Job in queue times 1
// FACT: use type 18 Queue in filled times 1
// FACT: use call 19 fill in filled times 1 of List
// FACT: use type 19 List in filled times 1
// FACT: use call 19 Job in filled times 1
// FACT: use call 20 push in filled times 1 of queue
// FACT: use call 21 foldLeft in filled times 1 of jobs
// FACT: use call 21 add in filled times 1 of all
// FACT: use call 22 report in filled times 1
// FACT: use call 22 of in filled times 1 of Money
// FACT: use type 22 Money in filled times 1
// FACT: use call 23 Timer in filled times 1
// FACT: use call 23 start in filled times 1 of ?
// FACT: use call 25 println in filled times 1
// FACT: use call 27 map in filled times 1 of ?
// FACT: use call 28 reduce in filled times 1 of ?
// FACT: use call 28 join in filled times 1
// FACT: use call 33 assertEquals in keeps the order times 1
// FACT: use call 33 filled in keeps the order times 1
// FACT: use call 33 take in keeps the order times 1 of ?
// FACT: use call 33 Job in keeps the order times 1
// FACT: use base 37 Settings in QueueSpec times 1
// FACT: use call 38 fixed in clock times 1 of Clock
// FACT: use type 38 Clock in clock times 2
// NONE: use call 24 fake
// NONE: use call 25 fake
// NONE: import name 4 cats.effect name Clock
