#!/usr/bin/env bash
# A drill: loads the fixtures, backs up the database while it is in use, restores the file into an empty database, and compares the two.
# With the folder of an earlier version (and its packages) as argument, that version loads the fixtures, and this version first upgrades its database.
# A second argument is another folder of recordings. The roots of the logs cover every rate and document that was loaded.
set -euo pipefail
cd "$(dirname "$0")/.."
here=$PWD
old=${1:-$here}
recordings=${2:-fixtures}
work=$(mktemp --directory)
trap 'rm --recursive --force "$work"' EXIT
chmod 755 "$work" # as root, Ratebook runs the embedded server as another user
unset DATABASE_URL DATABASE_LOADER_URL DATABASE_API_URL DATABASE_READ_URL

in_version() { (cd "$1" && DATA_DIR=$2 node bin/ratebook.js "${@:3}"); }
echo "loading the fixtures with the version in $old"
in_version "$old" "$work/before" ingest --all --replay "$recordings" > /dev/null
echo 'upgrading'
in_version "$here" "$work/before" migrate
echo 'backing up'
in_version "$here" "$work/before" backup "$work/all.zip" | tail --lines=1
echo 'restoring'
in_version "$here" "$work/after" restore "$work/all.zip" | tail --lines=1
echo 'comparing'
# a restored database takes less space than one that was written in many small steps
state_of() {
  in_version "$here" "$1" log verify
  in_version "$here" "$1" status | sed '/^rates: /d; /^documents: /s/,[^,]*$//'
}
state_of "$work/before" > "$work/before.txt"
state_of "$work/after" > "$work/after.txt"
diff "$work/before.txt" "$work/after.txt"
in_version "$here" "$work/after" ingest ecb --replay "$recordings"
echo 'the restored database holds what the first one does'
