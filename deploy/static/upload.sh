#!/bin/sh
# upload.sh DIR REMOTE: synchronizes an object store with a static edition (ratebook publish DIR), with the headers in its manifests.
# REMOTE is an rclone remote, such as s3:bucket/path. Needs rclone and jq. Uploads files before the manifests that list them. Then deletes the objects
# that only earlier manifests list; other objects remain.
set -eu
dir=$1
remote=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

{ # each file, including the manifests, with its headers
  cat "$dir"/manifest/source/*.ndjson "$dir/manifest/log.ndjson" "$dir/manifest/edition.ndjson"
  jq --compact-output '.parts[]' "$dir/manifest.json"
  echo '{ "path": "manifest.json", "content_type": "application/json; charset=utf-8", "cache_control": "public, max-age=300" }'
} > "$work/lines"
jq --raw-output .path "$work/lines" | sort > "$work/named"
rclone cat "$remote" --include 'manifest.json' --include 'manifest/**.ndjson' 2> "$work/errors" | jq --raw-output '(.parts // [.])[].path' | sort > "$work/before"

copy () { # copy SELECTION: the files that a jq expression selects, in one call for each pair of headers
  jq --raw-output "select($1) | [.content_type, .cache_control] | @tsv" "$work/lines" | sort -u > "$work/headers"
  while IFS="$(printf '\t')" read -r type cache; do
    jq --raw-output --arg type "$type" --arg cache "$cache" "select($1) | select(.content_type == \$type and .cache_control == \$cache) | .path" "$work/lines" > "$work/paths"
    rclone copy "$dir" "$remote" --files-from "$work/paths" --checksum --header-upload "Content-Type: $type" --header-upload "Cache-Control: $cache" < /dev/null
  done < "$work/headers"
}

copy '.path | startswith("log/tile/")'
copy '.path | startswith("log/tile/") or startswith("manifest") | not'
copy '.path | startswith("manifest")'
comm -23 "$work/before" "$work/named" > "$work/gone"
[ ! -s "$work/gone" ] || rclone delete "$remote" --files-from "$work/gone"
