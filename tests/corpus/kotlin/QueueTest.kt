package shop.queue

import io.kotest.matchers.shouldBe
import kotlin.test.Test
import org.junit.jupiter.api.BeforeEach
import org.junit.jupiter.params.ParameterizedTest

/** The test of Queue.kt. */
class QueueTest : Fixture("queue") {
    private lateinit var queue: Queue<Job>

    @BeforeEach
    fun setUp() {
        queue = Queue.create()
    }

    @Test
    fun pushes() = runTest {
        val job = Job("a", plain = true)
        queue.push(job) shouldBe true
        assertEquals(mockk<Clock>(), queue.count { it.name == "a" })
        assertFailsWith<FullException> { queue.push(Job("b")) }
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(ints = [1, 2])
    fun `keeps the order`(size: Int) {
        listOf(1, 2)
            .map(::render)
            .forEach { check(it) }
        when (val state = queue.state) {
            is State.Busy -> report(state.job)
            else -> queue.close()
        }
    }
}

// FACT: reading parsed
// FACT: package shop.queue
// FACT: import name 3 io.kotest.matchers name shouldBe
// FACT: import name 4 kotlin.test name Test
// FACT: symbol class QueueTest 9-36 public
// FACT: doc QueueTest The test of Queue.kt.
// FACT: symbol property queue 10-10 private in QueueTest
// FACT: symbol method setUp 12-15 public in QueueTest
// FACT: symbol method pushes 17-23 public in QueueTest
// FACT: signature pushes fun pushes()
// FACT: symbol method keeps the order 25-35 public in QueueTest
// FACT: use base 9 Fixture in QueueTest times 1
// FACT: use type 12 BeforeEach in setUp times 1
// FACT: use call 14 create in setUp times 1 of Queue
// FACT: use call 19 Job in pushes times 2
// FACT: use call 20 push in pushes times 2 of queue
// FACT: use call 20 shouldBe in pushes times 1 of ?
// FACT: use call 21 assertEquals in pushes times 1
// FACT: use call 21 count in pushes times 1 of queue
// FACT: use call 21 mockk in pushes times 1
// FACT: use type 21 Clock in pushes times 1
// FACT: use call 29 render in keeps the order times 1
// FACT: use type 32 Busy in keeps the order times 1 of State
// FACT: use call 33 close in keeps the order times 1 of queue
// FACT: chunk symbol 8-36 of QueueTest
