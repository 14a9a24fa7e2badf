package shop
package queue

import cats.Functor

/** Holds jobs.
  * In order.
  */
sealed abstract class Queue[F[_], +A](val limit: Int)(implicit F: Functor[F]) extends Base {
  type Key = String
  private[queue] val jobs: List[A] = Nil
  implicit lazy val order: Ordering[Key] = null

  // FIXME: too slow
  def push[B >: A](job: B)(
      count: Int
  ): F[B] = {
    val local = 1
    def twice(x: Int) = x * 2
    jobs match {
      case Nil => ???
    }
  }

  @inline final def ++[B >: A](other: Queue[F, B]): Int = 0

  protected def text: String =
    """
  def fake
    """
}

object Queue {
  case object Empty
  final case class Job(name: String, size: Int)

  def apply[F[_], A](limit: Int): Queue[F, A] =
    new Queue[F, A](limit) {
      override def toString = "queue"
    }
}

trait Shape:
  def area: Double

enum Colour { case Red, Green }

given ordering: Ordering[Colour] with
  def compare(a: Colour, b: Colour) = 0

class QueueTest extends munit.FunSuite {
  test("is empty at first") {
    assert(true)
  }
}

// FACT: reading loose
// FACT: symbol class Queue 9-31 public
// FACT: doc Queue Holds jobs.\nIn order.
// FACT: symbol type_alias Key 10-10 public in Queue
// FACT: signature Key type Key = String
// FACT: symbol property jobs 11-11 private in Queue
// FACT: signature jobs private[queue] val jobs: List[A] = Nil
// FACT: symbol property order 12-12 public in Queue
// FACT: symbol method push 15-23 public in Queue
// FACT: doc push FIXME: too slow
// FACT: symbol function twice 19-19 public in Queue.push
// FACT: signature twice def twice(x: Int) = x * 2
// FACT: symbol method ++ 25-25 public in Queue
// FACT: symbol method text 27-30 protected in Queue
// FACT: signature text protected def text: String =
// FACT: symbol class Queue 33-41 public
// FACT: symbol class Empty 34-34 public in Queue
// FACT: symbol class Job 35-35 public in Queue
// FACT: symbol method apply 37-40 public in Queue
// FACT: symbol function toString 39-39 public in Queue.apply
// FACT: symbol trait Shape 43-44 public
// FACT: symbol method area 44-44 public in Shape
// FACT: symbol enum Colour 46-46 public
// FACT: symbol class ordering 48-49 public
// FACT: symbol method compare 49-49 public in ordering
// FACT: symbol class QueueTest 51-55 public
// FACT: symbol method is empty at first 52-54 public in QueueTest
// FACT: comment fixme 14 in Queue FIXME: too slow
// FACT: chunk symbol 6-31 of Queue
// FACT: chunk symbol 33-41 of Queue
// FACT: chunk symbol 43-44 of Shape
// FACT: chunk symbol 46-46 of Colour
// FACT: chunk symbol 48-49 of ordering
// FACT: chunk symbol 51-55 of QueueTest
// NONE: symbol function fake
// NONE: symbol method fake
// FACT: package shop.queue
// FACT: import name 4 cats name Functor
// FACT: use base 9 Base in Queue times 1
// FACT: use type 11 List in jobs times 1
// FACT: use type 12 Ordering in order times 1
// FACT: use type 12 Key in order times 1
// FACT: use call 38 Queue in apply times 1
// FACT: use type 37 Queue in apply times 1
// FACT: use base 51 FunSuite in QueueTest times 1 of munit
// FACT: use call 53 assert in is empty at first times 1
// NONE: use call 15 push
// NONE: use call 19 twice
// NONE: use call 29 fake
