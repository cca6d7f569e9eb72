#!/bin/sh
# Installs and builds what is missing, then serves.
set -e
PATH="$PWD/node_modules/.bin:$PATH"
sh tools/ensure.sh serve
node tools/build-console.ts --if-changed
exec node apps/server/src/main.ts
