#!/usr/bin/env bash
set -euo pipefail

# Says it on standard error.
# Colours are for terminals only.
log::say() {
  printf '%s\n' "$*" >&2
}

function build-all {
  # TODO: in parallel
  for name in "$@"; do
    make "$name"
  done
}

function upload() {
  cat <<-END | ssh "$host"
fake() {
  echo "of a text"
}
	END
}

main()
{
  if [ $# -eq 0 ]; then log::say "none"; fi
  (cd "$1" && build-all)
  echo "$(upload)"
}

@test "a name with spaces" {
  run main
}

main "$@"

# FACT: reading loose
# FACT: symbol function log::say 6-8 public
# FACT: doc log::say Says it on standard error.\nColours are for terminals only.
# FACT: symbol function build-all 10-15 public
# FACT: signature build-all function build-all
# FACT: symbol function upload 17-23 public
# FACT: signature upload function upload()
# FACT: symbol function main 25-30 public
# FACT: symbol function a name with spaces 32-34 public
# FACT: comment todo 11 in build-all TODO: in parallel
# FACT: chunk symbol 4-8 of log::say
# FACT: chunk symbol 10-15 of build-all
# FACT: chunk symbol 17-23 of upload
# FACT: chunk symbol 25-30 of main
# FACT: chunk symbol 32-34 of a name with spaces
# NONE: symbol function fake
# NONE: symbol method fake
