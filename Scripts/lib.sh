# What the scripts have in common. Sourced with the repository's root in $root.

# Always the same flags for a scratch path: with other ones everything is built anew. The flag here saves the indexing of
# the toolchain's own modules, half of the time of a first build.
flags=(-Xswiftc -index-ignore-system-modules)

# Says what to do on the standard error, and gives up.
die() {
  printf '%s\n' "$@" >&2
  exit 1
}

# Whether a file that matches one of the patterns exists.
any_file() {
  compgen -G "$1" >/dev/null || { shift && [ $# -gt 0 ] && any_file "$@"; }
}

have_libffi() {
  any_file '/usr/include/ffi.h' '/usr/include/*-linux-*/ffi.h' '/usr/local/include/ffi.h' ||
    pkg-config --exists libffi 2>/dev/null
}

# Runs a command as root and shows its output only if it fails.
quietly_as_root() {
  local sudo=() output
  [ "$(id -u)" = 0 ] || sudo=(sudo -n)
  output=$("${sudo[@]}" env DEBIAN_FRONTEND=noninteractive "$@" 2>&1) || { printf '%s\n' "$output" >&2 && return 1; }
}

# Installs a Debian package, if that can be done without asking; otherwise the caller finds what it is for still missing.
try_to_install() {
  if command -v apt-get >/dev/null && { [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null; }; then
    echo "Installing $1." >&2
    # The lists of a fresh machine are empty.
    quietly_as_root apt-get update -qq || true
    quietly_as_root apt-get install -y -qq --no-install-recommends "$1" || true
  fi
}

install_libffi() {
  have_libffi && return
  try_to_install libffi-dev
  have_libffi && return
  if command -v apt-get >/dev/null; then
    local command='apt-get install libffi-dev'
    [ "$(id -u)" = 0 ] || command="sudo $command"
    die 'Understudy needs the headers of libffi. Type this, then try again:' "  $command"
  fi
  die "Understudy needs the headers of libffi (libffi-devel, libffi-dev or libffi in your system's packages)." \
    'Install them, then try again.'
}

have_valgrind() {
  command -v valgrind >/dev/null && any_file '/usr/include/valgrind/callgrind.h' '/usr/local/include/valgrind/callgrind.h'
}

install_valgrind() {
  have_valgrind && return
  try_to_install valgrind
  have_valgrind || die 'Instructions are counted by valgrind, which is missing, or its headers are. Install it, then try again.'
}

# Without pkg-config SwiftPM looks for libffi.pc in few places and warns, though nothing is missing: names the right one.
find_package_configuration() {
  command -v pkg-config >/dev/null && return
  local file
  for file in /usr/lib/*-linux-*/pkgconfig/libffi.pc; do
    [ -e "$file" ] && export PKG_CONFIG_PATH="${PKG_CONFIG_PATH:-${file%/*}}"
  done
}

prepare() {
  command -v swift >/dev/null || die "Understudy needs Swift 6.2 or later: put the toolchain's usr/bin on the PATH." \
    'Swift for Linux: https://www.swift.org/install/linux/'
  install_libffi
  find_package_configuration
}

# What `swift build` and programs need in addition where they are for another machine than this one.
target=() runner=()

# Has everything that follows built for arm64 Linux and run in an emulator.
use_arm64() {
  local sdk
  sdk=$("$root/Scripts/arm64-sdk")
  target=(--swift-sdks-path "$sdk/sdks" --swift-sdk arm64)
  runner=(qemu-aarch64 -L "$sdk/root")
}
