#!/usr/bin/env bash
# Fails on white space at the end of a line, a missing newline at the end of a
# file, conflict markers and large files; without arguments, looks at all files.
source "$(dirname "$0")/common.sh"

files=("$@")
[ $# -gt 0 ] || mapfile -t files < <(git ls-files)

status=0
complain() { echo "$1: $2"; status=1; }
for file in "${files[@]}"; do
  [ -f "$file" ] || continue
  [ "$(stat -c %s "$file")" -le 524288 ] || complain "$file" "larger than 512 KiB"
  grep -qI . "$file" || continue # empty or not text
  grep -nE '[[:blank:]]+$' "$file" && complain "$file" "white space at the end of a line"
  grep -nE '^(<<<<<<<|>>>>>>>) ' "$file" && complain "$file" "conflict marker"
  [ -z "$(tail -c 1 "$file")" ] || complain "$file" "no newline at the end"
done
exit $status
