# shellcheck shell=bash
# The parts of scripts/setup that find or install the engines in which tests run: versions of Node.js, other runtimes, browsers.
# Sourced by scripts/setup, whose functions they use.

# The runtimes other than Node.js, as packages of npm.
RUNTIMES='bun@^1.4.5 deno@^2.9.6'

# Every supported version of Node.js but the one on the PATH.
setup_nodes() {
  local version
  for version in $NODE_VERSIONS; do
    if [ "$version" = "$(node -p 'parseInt(process.versions.node)')" ]; then continue; fi
    [ -d "$TOOLS/node/$version" ] || step "installing Node.js $version into .tools/ (150 MB)"
    node_bin "$version" >/dev/null || die "no Node.js $version for this system in npm's registry" "npm's output is in .tools/node.log"
  done
}

# npm packages that contain the programs. Their scripts only move these, and npm does not run every script.
setup_runtimes() {
  local folder=$TOOLS/runtimes bun deno
  [ "$(cat "$folder/stamp" 2>/dev/null)" != "$RUNTIMES" ] || return 0
  step "installing Bun and Deno into .tools/ (200 MB)"
  rm -rf "$folder"
  mkdir -p "$folder"
  # shellcheck disable=SC2086 # a list of packages
  npm install --prefix "$folder" --ignore-scripts --no-audit --no-fund --no-save --loglevel=error $RUNTIMES >"$TOOLS/node.log" 2>&1 ||
    die "npm could not install Bun and Deno" "npm's output is in .tools/node.log"
  bun=$(find_program "$folder"/node_modules/@oven/*/bin/bun) || die "npm's package bun has no program for this system"
  deno=$(find_program "$folder"/node_modules/@deno/*/deno) || die "npm's package deno has no program for this system"
  write_env runtimes "export BUN='$bun' DENO='$deno'"
  say "$RUNTIMES" >"$folder/stamp"
}

# ---------------------------------------------------------------- browsers

# Answered from env.d as long as both files are there: asking a browser for its version takes a while.
setup_browser() {
  local chrome driver
  if [ -f "$TOOLS/env.d/browser" ] && (
    # shellcheck source=/dev/null
    . "$TOOLS/env.d/browser"
    # shellcheck disable=SC2030,SC2153
    [ -x "$CHROME" ] && { [ -z "${CHROMEDRIVER:-}" ] || [ -x "$CHROMEDRIVER" ]; }
  ); then return; fi

  if ! chrome=$(find_chrome) || { is_debian && ! find_driver "$chrome" >/dev/null; }; then
    if is_debian; then apt_install chromium chromium-driver || true; fi
  fi
  chrome=$(find_chrome) || die "no Chrome or Chromium found" \
    "Install Google Chrome or Chromium, or set CHROME to the path of one." \
    "On Debian: apt-get install chromium chromium-driver"
  if driver=$(find_driver "$chrome"); then
    write_env browser "export CHROME='$chrome'" "export CHROMEDRIVER='$driver'"
  else
    # wasm-pack fetches one itself where it reaches the network.
    step "no chromedriver of the version of $chrome is installed; wasm-pack will look for one (macOS: brew install chromedriver)"
    write_env browser "export CHROME='$chrome'"
  fi
}

# shellcheck disable=SC2031
find_chrome() {
  find_program "${CHROME:-}" chromium chromium-browser google-chrome google-chrome-stable chrome \
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome' /Applications/Chromium.app/Contents/MacOS/Chromium
}

# A driver only serves the browser of its own major version.
find_driver() {
  local name major
  major=$(major_version "$1")
  # shellcheck disable=SC2031
  for name in "${CHROMEDRIVER:-}" chromedriver /usr/bin/chromedriver /usr/lib/chromium-browser/chromedriver; do
    if [ -n "$name" ] && have "$name" && [ "$(major_version "$name")" = "$major" ]; then
      command -v "$name"
      return
    fi
  done
  return 1
}

major_version() { "$1" --version 2>/dev/null | grep -oE '[0-9]+\.[0-9]+\.[0-9]+' | head -n 1 | cut -d. -f1; }

setup_firefox() {
  local firefox
  is_known firefox FIREFOX && return
  if ! find_firefox >/dev/null && is_debian; then apt_install firefox-esr || true; fi
  firefox=$(find_firefox) || die "no Firefox found" \
    "Install Firefox, or set FIREFOX to its path." \
    "On Debian: apt-get install firefox-esr"
  write_env firefox "export FIREFOX='$firefox'"
}

find_firefox() { find_program "${FIREFOX:-}" firefox-esr firefox /Applications/Firefox.app/Contents/MacOS/firefox; }

# WebKitGTK's own browser, and a display without a screen. They are for Linux: elsewhere the tests say that they skip it.
setup_webkit() {
  local webkit
  [ "$(uname)" = Linux ] || return 0
  is_known webkit WEBKIT && return
  if { ! find_webkit >/dev/null || ! have Xvfb; } && is_debian; then apt_install libwebkit2gtk-4.1-0 xvfb || true; fi
  { webkit=$(find_webkit) && have Xvfb; } || die "no MiniBrowser of WebKitGTK, or no Xvfb, found" \
    "Set WEBKIT to the path of MiniBrowser, and put Xvfb on the PATH." \
    "On Debian: apt-get install libwebkit2gtk-4.1-0 xvfb"
  write_env webkit "export WEBKIT='$webkit'"
}

# Distributions keep it off the PATH.
find_webkit() { find_program "${WEBKIT:-}" /usr/lib/*/webkit2gtk-4.1/MiniBrowser /usr/libexec/webkit2gtk-4.1/MiniBrowser /usr/lib/webkit2gtk-4.1/MiniBrowser; }

# ---------------------------------------------------------------- shared

# `is_known PART VARIABLE`: env.d has the path of a program that is still there.
is_known() {
  [ -f "$TOOLS/env.d/$1" ] && (
    # shellcheck source=/dev/null
    . "$TOOLS/env.d/$1"
    [ -x "${!2}" ]
  )
}

# `find_program NAME...`: the path of the first that is there.
find_program() {
  local name
  for name in "$@"; do
    if [ -n "$name" ] && have "$name"; then
      command -v "$name"
      return
    fi
  done
  return 1
}
