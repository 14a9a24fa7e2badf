#!/usr/bin/env bash
set -euo pipefail

source "$(dirname "$0")/lib/log.sh"
. ./env.sh
source "${HERE%/*}/more.bash"
source "$(compute)"

ROOT=/srv
readonly MOST=3
declare -r name="deploy"
ROOT=/other
FLAGS=1 make all

# Says it on standard error.
# Colours are for terminals only.
log::say() {
  local colour=$1
  printf '%s\n' "$*" >&2
}

function build-all {
  # TODO: in parallel
  for name in "$@"; do
    compile "$name" || fail "no $name"
  done
}

function upload() {
  cat <<-END | ssh "$host"
fake() {
  echo "of a text"
}
	END
  ./run.sh fast
  "$ROOT/bin/sync.sh" a
  bash -x scripts/other.sh
  sh -c "$command"
}

cleanup() ( rm -rf "$temporary" )

main()
{
  trap cleanup EXIT
  if [ $# -eq 0 ]; then log::say "none"; fi
  (cd "$1" && build-all)
  result="$(upload | sort)"
  old=`stamp`
  # Twice because the first one may be lost.
  while ! check "$result"; do wait_for it; done
}

load helper

@test "a name with spaces" {
  run main
  [ "$status" -eq 0 ]
}

@test 'another' {
  assert_output x
}

main "$@"

# FACT: reading parsed
# FACT: symbol constant ROOT 9-9 public
# FACT: signature ROOT ROOT=/srv
# FACT: symbol constant MOST 10-10 public
# FACT: symbol variable name 11-11 public
# FACT: symbol function log::say 17-20 public
# FACT: signature log::say log::say()
# FACT: doc log::say Says it on standard error.\nColours are for terminals only.
# FACT: symbol function build-all 22-27 public
# FACT: signature build-all function build-all
# FACT: symbol function upload 29-39 public
# FACT: signature upload function upload()
# FACT: symbol function cleanup 41-41 public
# FACT: signature cleanup cleanup()
# FACT: symbol function main 43-52 public
# FACT: signature main main()
# FACT: symbol function test a name with spaces 56-59 public
# FACT: signature test a name with spaces @test "a name with spaces" {
# FACT: symbol function test another 61-63 public
# FACT: comment todo 23 in build-all TODO: in parallel
# FACT: comment rationale 50 in main Twice because the first one may be lost.
# FACT: import include 4 lib/log.sh
# FACT: import include 5 ./env.sh
# FACT: import include 6 more.bash
# FACT: import include 54 helper
# FACT: import module 35 ./run.sh
# FACT: import module 36 bin/sync.sh
# FACT: import module 37 scripts/other.sh
# FACT: use call 2 set in - times 1
# FACT: use call 4 dirname in - times 1
# FACT: use call 7 compute in - times 1
# FACT: use call 13 make in - times 1
# FACT: use call 19 printf in log::say times 1
# FACT: use call 25 compile in build-all times 1
# FACT: use call 25 fail in build-all times 1
# FACT: use call 30 cat in upload times 1
# FACT: use call 30 ssh in upload times 1
# FACT: use call 38 sh in upload times 1
# FACT: use call 41 rm in cleanup times 1
# FACT: use call 45 cleanup in main times 1
# FACT: use call 45 trap in main times 1
# FACT: use call 46 log::say in main times 1
# FACT: use call 47 cd in main times 1
# FACT: use call 47 build-all in main times 1
# FACT: use call 48 upload in main times 1
# FACT: use call 48 sort in main times 1
# FACT: use call 49 stamp in main times 1
# FACT: use call 51 check in main times 1
# FACT: use call 51 wait_for in main times 1
# FACT: use call 57 main in test a name with spaces times 1
# FACT: use call 57 run in test a name with spaces times 1
# FACT: use call 62 assert_output in test another times 1
# FACT: use call 65 main in - times 1
# FACT: chunk symbol 15-20 of log::say
# FACT: chunk symbol 22-27 of build-all
# FACT: chunk symbol 29-39 of upload
# FACT: chunk symbol 43-52 of main
# FACT: chunk symbol 56-59 of test a name with spaces
# FACT: chunk symbol 61-63 of test another
# NONE: symbol function fake
# NONE: symbol constant ROOT 12
# NONE: symbol constant FLAGS
# NONE: symbol variable colour
# NONE: symbol variable result
# NONE: use call 32 echo
# NONE: use call 24 name
# NONE: import include 7
# NONE: import module 38
