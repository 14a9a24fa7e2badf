package shop

/** Runs jobs. */
class Jobs implements Runnable {
    private final String name

    Jobs(String name) {
        this.name = name
    }

    @Override
    void run() {
        def local = 1
        each { it.go() }
    }

    static List<String> all(int count) {
        return []
    }

    def build(options = [:]) {
        sh """
def fake() {
"""
    }
}

interface Runnable {
    void run()
}

// NOTE: of the whole build
def deploy(String target) {
    echo target
}

// FACT: reading loose
// FACT: symbol class Jobs 4-26 public
// FACT: doc Jobs Runs jobs.
// FACT: symbol property name 5-5 private in Jobs
// FACT: signature name private final String name
// FACT: symbol constructor Jobs 7-9 public in Jobs
// FACT: signature Jobs Jobs(String name)
// FACT: symbol method run 11-15 public in Jobs
// FACT: symbol method all 17-19 public in Jobs
// FACT: symbol method build 21-25 public in Jobs
// FACT: signature build def build(options = [:])
// FACT: symbol interface Runnable 28-30 public
// FACT: symbol method run 29-29 public in Runnable
// FACT: signature run void run()
// FACT: symbol function deploy 33-35 public
// FACT: doc deploy NOTE: of the whole build
// FACT: comment note 32 in - NOTE: of the whole build
// FACT: chunk symbol 3-26 of Jobs
// FACT: chunk symbol 28-30 of Runnable
// FACT: chunk symbol 32-35 of deploy
// NONE: symbol function fake
// NONE: symbol method fake
