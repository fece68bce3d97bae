#!/bin/sh
# Put a Chromium where the browser tests look for it; they skip when this cannot.
# Usage: install_chromium.sh PLAYWRIGHT
playwright=$1
log=${TMPDIR:-/tmp}/shopops-chromium-$(id -u).log

for program in chromium chromium-browser google-chrome; do
	command -v "$program" >/dev/null 2>&1 && exit 0
done
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
	echo "Installing Debian's Chromium for the browser tests …"
	{ apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends chromium; } >"$log" 2>&1 && exit 0
fi
echo "Installing Playwright's Chromium for the browser tests …"
timeout 180 "$playwright" install chromium >>"$log" 2>&1 && exit 0
echo "BROWSER TESTS WILL BE SKIPPED: Chromium could not be installed (see $log)."
