@file:JvmName("Queues")

package shop.queue

import kotlinx.coroutines.*
import shop.bank.Money as Coins
import shop.text.render
import shop.`in`.Stock

private const val LIMIT = 5

/**
 * Holds jobs in order.
 */
@Serializable
data class Job(val name: String, private var size: Int = 0, plain: Boolean)

sealed interface State {
    object Idle : State
    data class Busy(val job: Job) : State
}

abstract class Queue<T : Any>(
    private val scope: CoroutineScope,
) : Base<T>(), Closeable by closer, shop.text.Named {
    private val jobs = mutableListOf<T>()
    protected open val size: Int
        get() {
            val counted = jobs.size
            return counted
        }

    constructor(name: String) : this(MainScope()) {
        render(name)
    }

    init {
        start()
    }

    // TODO: a limit
    suspend fun push(job: T): Boolean {
        val free = LIMIT - size
        fun local(a: Int) = a + 1
        jobs.add(local(free))
        scope.launch { job.run() }
        job?.name?.let(::println)
        super.push(job)
        this.close()
        val text = "${render(job)} $free fake()"
        return free > 0 && job is Job
    }

    @Test fun `takes names with spaces`() = runTest {
        jobs shouldHave 1
    }

    internal inline fun <reified R : T> List<R>.only(): R? = firstOrNull()

    companion object {
        val text = """
fun fake() {
        """
        fun create(): Queue<Job> = object : Queue<Job>(GlobalScope) {
            override fun toString() = "queue"
        }
    }

    enum class Order(val up: Boolean) {
        FIRST(true) { override fun flip() = LAST },
        LAST(false);

        abstract fun flip(): Order
    }
}

typealias Jobs = List<Job>

val Queue<*>.full: Boolean get() = true

fun Job.text(): String = Coins.of(name).toString()

fun interface Visitor { fun visit(job: Job) }

annotation class Slow

fun main() = Unit

// FACT: reading parsed
// FACT: package shop.queue
// FACT: import all 5 kotlinx.coroutines
// FACT: import name 6 shop.bank name Money as Coins
// FACT: import name 7 shop.text name render
// FACT: import name 8 shop.in name Stock
// FACT: symbol property LIMIT 10-10 private
// FACT: signature LIMIT private const val LIMIT = 5
// FACT: symbol class Job 15-16 public
// FACT: signature Job data class Job(val name: String, private var size: Int = 0, plain: Boolean)
// FACT: doc Job Holds jobs in order.
// FACT: symbol property name 16-16 public in Job
// FACT: symbol property size 16-16 private in Job
// FACT: symbol interface State 18-21 public
// FACT: signature State sealed interface State
// FACT: symbol class Idle 19-19 public in State
// FACT: symbol class Busy 20-20 public in State
// FACT: symbol class Queue 23-75 public
// FACT: symbol property scope 24-24 private in Queue
// FACT: symbol property jobs 26-26 private in Queue
// FACT: signature jobs private val jobs = mutableListOf<T>()
// FACT: symbol property size 27-31 protected in Queue
// FACT: symbol constructor constructor 33-35 public in Queue
// FACT: symbol method push 42-52 public in Queue
// FACT: signature push suspend fun push(job: T): Boolean
// FACT: doc push TODO: a limit
// FACT: symbol function local 44-44 private in Queue.push
// FACT: symbol method takes names with spaces 54-56 public in Queue
// FACT: signature takes names with spaces fun `takes names with spaces`()
// FACT: symbol method only 58-58 internal in Queue.List
// FACT: symbol property text 61-63 public in Queue
// FACT: symbol method create 64-66 public in Queue
// FACT: symbol enum Order 69-74 public in Queue
// FACT: symbol enum_member FIRST 70-70 public in Queue.Order
// FACT: symbol enum_member LAST 71-71 public in Queue.Order
// FACT: symbol method flip 73-73 public in Queue.Order
// FACT: symbol type_alias Jobs 77-77 public
// FACT: symbol property full 79-79 public in Queue
// FACT: symbol function text 81-81 public in Job
// FACT: symbol interface Visitor 83-83 public
// FACT: symbol method visit 83-83 public in Visitor
// FACT: symbol class Slow 85-85 public
// FACT: symbol function main 87-87 public
// FACT: comment todo 41 in Queue TODO: a limit
// FACT: use type 15 Serializable in Job times 1
// FACT: use base 19 State in Idle times 1
// FACT: use base 25 Base in Queue times 1
// FACT: use base 25 Closeable in Queue times 1
// FACT: use base 25 Named in Queue times 1 of shop.text
// FACT: use call 26 mutableListOf in Queue times 1
// FACT: use call 33 MainScope in constructor times 1
// FACT: use call 34 render in constructor times 1
// FACT: use call 38 start in Queue times 1
// FACT: use call 45 add in push times 1 of jobs
// FACT: use call 45 local in push times 1
// FACT: use call 46 launch in push times 1 of scope
// FACT: use call 46 run in push times 1 of job
// FACT: use call 47 println in push times 1
// FACT: use call 48 push in push times 1 of super
// FACT: use call 49 close in push times 1 of this
// FACT: use call 50 render in push times 1
// FACT: use type 51 Job in push times 1
// FACT: use type 54 Test in takes names with spaces times 1
// FACT: use call 54 runTest in takes names with spaces times 1
// FACT: use call 55 shouldHave in takes names with spaces times 1 of ?
// FACT: use call 58 firstOrNull in only times 1
// FACT: use base 64 Queue in create times 1
// FACT: use call 81 of in text times 1 of Coins
// FACT: chunk symbol 12-16 of Job
// FACT: chunk symbol 18-21 of State
// NONE: symbol function fake
// NONE: symbol method fake
// NONE: symbol property plain
// NONE: symbol property counted
// NONE: use call 50 fake
