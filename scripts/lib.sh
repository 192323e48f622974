# shellcheck shell=bash disable=SC2034 # its variables are the other scripts'
# What the scripts have in common: where the repository is, how they speak, and who waits for whom.
# Sourced, never run. Bash 3.2 is enough, because macOS has no newer one.

set -euo pipefail

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
TOOLS=$ROOT/.tools
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$ROOT/target}
# Everything the build makes on the way to pkg/.
WORK=$CARGO_TARGET_DIR/rondel
WASM_TARGET=wasm32-unknown-unknown
cd "$ROOT"

# `begin "$@"` at the head of a script: answers --help with the script's own header comment.
begin() {
  case ${1:-} in
    -h | --help)
      awk 'NR == 1 { next } /^#/ { sub(/^# ?/, ""); print; next } { exit }' "$0"
      exit 0
      ;;
  esac
}

say() { printf '%s\n' "$*"; }

# What is being done, for steps that take a while.
step() { printf '  … %s\n' "$*" >&2; }

die() {
  printf '\nerror: %s\n' "$1" >&2
  shift
  [ $# -eq 0 ] || printf '       %s\n' "$@" >&2
  exit 1
}

have() { command -v "$1" >/dev/null 2>&1; }

# `need rust node`: sets up what the calling script uses, then takes its environment over.
need() {
  "$ROOT/scripts/setup" "$@"
  if [ -f "$TOOLS/env.sh" ]; then
    # shellcheck source=/dev/null
    . "$TOOLS/env.sh"
  fi
}

# One fingerprint for the contents of all files below the given paths; a missing path counts as empty.
fingerprint() {
  local path
  for path in "$@"; do
    [ ! -e "$path" ] || find "$path" -type f
  done | LC_ALL=C sort | tr '\n' '\0' | xargs -0 cksum 2>/dev/null | cksum
}

# `lock NAME`: one process at a time; a lock whose owner is gone is taken over. Freed when the script ends.
lock() {
  local dir=$TOOLS/lock-$1 owner told=
  mkdir -p "$TOOLS"
  until mkdir "$dir" 2>/dev/null; do
    owner=$(cat "$dir/pid" 2>/dev/null || true)
    if [ -n "$owner" ] && ! kill -0 "$owner" 2>/dev/null; then
      rm -rf "$dir"
      continue
    fi
    [ -n "$told" ] || step "waiting for another scripts/$1 (process ${owner:-unknown}; if there is none, remove ${dir#"$ROOT"/})"
    told=yes
    sleep 0.2
  done
  echo $$ >"$dir/pid"
  # shellcheck disable=SC2064 # The path of now is meant.
  trap "rm -rf '$dir'" EXIT
}
