# shellcheck shell=bash disable=SC2034 # its variables are the other scripts'
# Shared by all scripts: the root of the repository, output, locks, and the test runner.
# Sourced, never run. Bash 3.2 is enough, because macOS has no newer one.

set -euo pipefail

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
TOOLS=$ROOT/.tools
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$ROOT/target}
# Everything the build makes on the way to pkg/.
WORK=$CARGO_TARGET_DIR/rondel
# The crates that are published.
CRATES='--package rondel --package rondel-bot --package rondel-boundary --package rondel-codes --package rondel-core --package rondel-derive --package rondel-sync'
# The folders of the npm packages, which scripts/build makes.
PACKAGES="pkg $(cd "$ROOT/packages" && printf 'pkg-%s ' *)"
WASM_TARGET=wasm32-unknown-unknown
# The supported versions of Node.js, the oldest first.
NODE_VERSIONS='22 24 26'
# How wasm-bindgen makes its file for a module: pkg-template/lib/engine/instance.ts.
BINDGEN='--target web --omit-default-module-path --no-typescript --experimental-reset-state-function'
cd "$ROOT"

# `begin "$@"` at the head of a script: prints, for --help, the script's own header comment.
begin() {
  case ${1:-} in
    -h | --help)
      awk 'NR == 1 { next } /^# shellcheck/ { exit } /^#/ { sub(/^# ?/, ""); print; next } { exit }' "$0"
      exit 0
      ;;
  esac
}

say() { printf '%s\n' "$*"; }

# Prints the step in progress, for steps that take a while.
step() { printf '  … %s\n' "$*" >&2; }

die() {
  printf '\nerror: %s\n' "$1" >&2
  shift
  [ $# -eq 0 ] || printf '       %s\n' "$@" >&2
  exit 1
}

# Returns true if scripts/test runs with --fast.
is_fast() { [ -n "${RONDEL_FAST:-}" ]; }

have() { command -v "$1" >/dev/null 2>&1; }

# `need rust node`: sets up what the calling script uses, then takes its environment over.
# Below scripts/test, which has set up everything, it only does the latter.
need() {
  [ -n "${RONDEL_SET_UP:-}" ] || "$ROOT/scripts/setup" "$@"
  if [ -f "$TOOLS/env.sh" ]; then
    # shellcheck source=/dev/null
    . "$TOOLS/env.sh"
  fi
}

# `has_test_target web`: does Cargo.toml name such a test?
has_test_target() { awk -v name="\"$1\"" '/^\[/ { test = $0 == "[[test]]" } test && /^name *=/ && $NF == name { found = 1 } END { exit !found }' Cargo.toml; }

# One fingerprint for the contents of all files below the given paths; a missing path counts as empty.
fingerprint() {
  local path
  for path in "$@"; do
    [ ! -e "$path" ] || find "$path" -type f
  done | LC_ALL=C sort | tr '\n' '\0' | xargs -0 cksum 2>/dev/null | cksum
}

# `lock NAME`: one process at a time; a lock whose owner is gone is taken over. Freed when the script ends.
lock() {
  local dir=$TOOLS/lock-$1 owner announced=
  mkdir -p "$TOOLS"
  until mkdir "$dir" 2>/dev/null; do
    owner=$(cat "$dir/pid" 2>/dev/null || true)
    if [ -n "$owner" ] && ! kill -0 "$owner" 2>/dev/null; then
      rm -rf "$dir"
      continue
    fi
    [ -n "$announced" ] || step "waiting for another scripts/$1 (process ${owner:-unknown}; if there is none, remove ${dir#"$ROOT"/})"
    announced=yes
    sleep 0.2
  done
  echo $$ >"$dir/pid"
  # shellcheck disable=SC2064 # The path of now is meant.
  trap "rm -rf '$dir'" EXIT
}

# `counted COMMAND...`: runs a test runner and fails if nothing at all was run. Appends its counts to the file
# RONDEL_COUNTS and its failures to RONDEL_FAILURES, if scripts/test named them.
counted() {
  local log status=0 counts
  log=$(mktemp)
  "$@" 2>&1 | tee "$log" || status=$?
  counts=$(count_tests <"$log") || {
    say "$counts" >&2
    [ "$status" -ne 0 ] || status=1
    counts='0 0 0'
  }
  [ -z "${RONDEL_COUNTS:-}" ] || say "$counts" >>"$RONDEL_COUNTS"
  [ -z "${RONDEL_FAILURES:-}" ] || failures <"$log" >>"$RONDEL_FAILURES"
  rm -f "$log"
  return "$status"
}

# Reads the output of cargo's, wasm-bindgen's and Node's test runners; prints what they say of failed tests at their end.
failures() {
  sed $'s/\033\\[[0-9;]*m//g' | awk '
    /^✖ failing tests:$/ || /^failures:$/ { inside = 1 }
    /^The slowest files:$/ || /^test result: / { inside = 0 }
    inside'
}

# Reads the output of cargo's, wasm-bindgen's and Node's test runners; prints "passed failed skipped".
# Fails if there was no test, or a test file of cargo's without one.
count_tests() {
  sed $'s/\033\\[[0-9;]*m//g' | awk '
    # Only the browser runs tests/web; the crate itself need not have tests everywhere.
    /^ *Running / { file = $2 == "unittests" || $2 ~ /^tests\/web/ ? "" : $2 }
    /^ *Doc-tests / { file = "" }
    /^test result: / {
      seen = 0
      split($0, part, /[.;] /)
      for (i in part) {
        if (part[i] ~ / passed$/) { seen += $4; passed += $4 }
        if (part[i] ~ / failed$/) { seen += part[i]; failed += part[i] }
        if (part[i] ~ / ignored$/) skipped += part[i]
        if (part[i] ~ / filtered out$/) seen += part[i]
      }
      if (file != "" && seen == 0) { print "error: " file " ran no test"; empty = 1 }
    }
    /^(#|ℹ) (pass|fail|cancelled|skipped|todo) [0-9]+$/ {
      if ($2 == "pass") passed += $3
      else if ($2 == "fail" || $2 == "cancelled") failed += $3
      else skipped += $3
    }
    END {
      if (empty) exit 1
      if (passed + failed == 0) { print "error: no test was run"; exit 1 }
      print passed + 0, failed + 0, skipped + 0
    }'
}

# `node_tests FOLDER [ARGUMENT...]`: Node's runner on the *.test.mjs of a folder, or on the given files.
node_tests() {
  local folder=$1 at_once
  shift
  if [ $# -eq 0 ]; then
    # A slow file says so, and why, in its first lines.
    # shellcheck disable=SC2046 # our own names, without spaces
    if is_fast; then set -- $(grep -rL --include='*.test.mjs' '^// Slow: ' "$folder"); else set -- "$folder/**/*.test.mjs"; fi
    [ $# -gt 0 ] || die "$folder has no *.test.mjs"
  fi
  # Node leaves one processor idle by default, which is half of two. Tests wait for half of their time. Slow ones mostly do not.
  at_once=$(node -p "Math.ceil(os.availableParallelism() * $(is_fast && echo 2.5 || echo 1.5))")
  # A test that hangs fails in the end.
  counted node --test --test-timeout=600000 --test-concurrency="$at_once" --test-reporter=spec --test-reporter-destination=stdout \
    --test-reporter=./scripts/slowest.mjs --test-reporter-destination=stdout "$@"
}
