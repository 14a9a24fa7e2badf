package shop.queue

import kotlinx.coroutines.*

private const val LIMIT = 5

/**
 * Holds jobs in order.
 */
@Serializable
data class Job(val name: String, val size: Int = 0)

sealed interface State {
    object Idle : State
    data class Busy(val job: Job) : State
}

abstract class Queue<T : Any>(
    private val scope: CoroutineScope,
) : Base<T>() {
    private val jobs = mutableListOf<T>()
    protected open val size: Int
        get() {
            val counted = jobs.size
            return counted
        }

    constructor(name: String) : this(MainScope())

    // TODO: a limit
    suspend fun push(job: T): Boolean {
        val free = LIMIT - size
        fun local(a: Int) = a + 1
        return free > 0
    }

    @Test fun `takes names with spaces`() = runTest {
        println("a")
    }

    internal inline fun <reified R : T> List<R>.only(): R? = firstOrNull()

    companion object {
        val text = """
fun fake() {
        """
        fun create() = Unit
    }

    enum class Order { FIRST, LAST }
}

typealias Jobs = List<Job>

fun main() = Unit

// FACT: reading loose
// FACT: symbol property LIMIT 5-5 private
// FACT: symbol class Job 10-11 public
// FACT: signature Job data class Job(val name: String, val size: Int = 0)
// FACT: doc Job Holds jobs in order.
// FACT: symbol interface State 13-16 public
// FACT: signature State sealed interface State
// FACT: symbol class Idle 14-14 public in State
// FACT: symbol class Busy 15-15 public in State
// FACT: symbol class Queue 18-51 public
// FACT: signature Queue abstract class Queue<T : Any>( private val scope: CoroutineScope, ) : Base<T>()
// FACT: symbol property scope 19-19 private in Queue
// FACT: symbol property jobs 21-21 private in Queue
// FACT: signature jobs private val jobs = mutableListOf<T>()
// FACT: symbol property size 22-26 protected in Queue
// FACT: symbol constructor constructor 28-28 public in Queue
// FACT: symbol method push 31-35 public in Queue
// FACT: doc push TODO: a limit
// FACT: symbol function local 33-33 public in Queue.push
// FACT: symbol method takes names with spaces 37-39 public in Queue
// FACT: symbol method only 41-41 internal in Queue.List
// FACT: symbol property text 44-46 public in Queue
// FACT: symbol method create 47-47 public in Queue
// FACT: symbol class Order 50-50 public in Queue
// FACT: symbol type_alias Jobs 53-53 public
// FACT: symbol function main 55-55 public
// FACT: comment todo 30 in Queue TODO: a limit
// FACT: chunk symbol 7-11 of Job
// FACT: chunk symbol 13-16 of State
// FACT: chunk symbol 18-51 of Queue
// FACT: chunk symbol 55-55 of main
// NONE: symbol function fake
// NONE: symbol method fake
