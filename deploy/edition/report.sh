#!/usr/bin/env bash
# usage: report.sh STATUS-FILE
# Keeps one issue for each failing source, with what "ratebook doctor" says, and closes it when the source works again.
set -euo pipefail
status=$1
gh label create source --force > /dev/null
open=$(gh issue list --label source --state open --limit 500 --json number,title --jq '.[] | "\(.number) \(.title)"')

number_of() { awk -v title="Source $1 fails" '{ number = $1; sub(/^[0-9]+ /, "") } $0 == title { print number }' <<< "$open"; }

while IFS=$'\t' read -r -u 3 code state since error; do
  number=$(number_of "$code")
  if [ "$state" = working ]; then
    if [ -n "$number" ]; then gh issue close "$number" --comment 'It works again.'; fi
    continue
  fi
  body=$(printf '%s since %s:\n\n```\n%s\n```\n\n```\n%s\n```\n' "$state" "$since" "$error" "$(npx ratebook doctor "$code" 2>&1 || true)")
  if [ -n "$number" ]; then gh issue edit "$number" --body "$body"
  else gh issue create --title "Source $code fails" --label source --body "$body"; fi
done 3< <(node -e '
  for (const { code, state, failing_since: since, error } of JSON.parse(require("fs").readFileSync(process.argv[1])).sources)
    console.log([code, error === null ? "working" : state, since, error?.replace(/\s+/g, " ")].join("\t"))' "$status")
