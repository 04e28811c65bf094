#!/usr/bin/env bash
# LibreOffice ignores the byte-order mark of a CSV file that it converts without a window.
# Package:   libreoffice-calc 7.4.7 (Debian 12: apt install libreoffice-calc)
# Seen on:   2026-11-28, Linux x64, locale C.UTF-8
# Source:    run of this script
# Behaviour: the dialogue of the program recognises UTF-8 by the mark, and the locale is UTF-8. --convert-to still reads
#            the file as Windows-1252: the mark becomes three letters of the first heading, and the name of a currency
#            such as "zł" other letters, so that a join by name or heading finds nothing.
# Cure:      --infilter='CSV:44,34,76,1,,1033,false,true' (comma, quotation mark, UTF-8, from line 1, English).
set -euo pipefail
case $(soffice --version 2> /dev/null | head -1) in
  *'LibreOffice 7.4.7'*) ;;
  *) echo 'install LibreOffice 7.4.7: apt install libreoffice-calc'; exit 2 ;;
esac
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export LC_ALL=C.UTF-8 HOME="$folder"
printf '\xef\xbb\xbfcurrency,date,rate\nzł,2026-03-04,4.2675\n' > rates.csv
to='csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false'
soffice --headless --convert-to "$to" --outdir plain rates.csv > /dev/null 2>&1
soffice --headless --infilter='CSV:44,34,76,1,,1033,false,true' --convert-to "$to" --outdir filtered rates.csv > /dev/null 2>&1
cat plain/rates.csv filtered/rates.csv | tee seen.txt
expected='ï»¿currency,date,rate
zÅ‚,2026-03-04,4.2675
currency,date,rate
zł,2026-03-04,4.2675'
[ "$(cat seen.txt)" = "$expected" ] || { echo "the behaviour has changed: expected $expected"; exit 1; }
