#!/bin/sh
# Put the programs that some tests need where they look for them: Chromium and a Redis server. What
# cannot be installed is said aloud, and its tests skip.
# Usage: install_programs.sh PLAYWRIGHT
playwright=$1
log=${TMPDIR:-/tmp}/shopops-programs-$(id -u).log

has() {
	for program in "$@"; do
		command -v "$program" >/dev/null 2>&1 && return 0
	done
	return 1
}

# The run level keeps a package from starting a service of its own: the tests start theirs.
debian() {
	[ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1 || return 1
	echo "Installing Debian's $1 for the tests …"
	{
		apt-get update &&
			RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive \
				apt-get install -y --no-install-recommends "$1"
	} >>"$log" 2>&1
}

: >"$log"
has redis-server || debian redis-server ||
	echo "TESTS ON REDIS WILL BE SKIPPED: no redis-server here, and it could not be installed (see $log)."

has chromium chromium-browser google-chrome && exit 0
debian chromium && exit 0
echo "Installing Playwright's Chromium for the browser tests …"
timeout 180 "$playwright" install chromium >>"$log" 2>&1 && exit 0
echo "BROWSER TESTS WILL BE SKIPPED: Chromium could not be installed (see $log)."
