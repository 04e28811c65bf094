#!/usr/bin/env bash
# Ledger reads an included price of three decimals a thousandfold, and refuses every other one, once a currency has a
# format with decimal commas.
# Package:   ledger 3.3.0 (Debian 12: apt install ledger)
# Seen on:   2026-11-28, Linux x64
# Source:    run of this script
# Behaviour: the format of a commodity is for display, one would think, and an included file is in its own notation. But
#            under `format 1.000,00 USD` the line `P 2026/03/18 EUR 1.184 USD` of an included file is 1184 USD, silently,
#            while 1.15 and 1.1840 stop with "Incorrect use of thousand-mark period". So a file of prices works until
#            the first day on which a publisher prints three decimals. hledger has the directive `decimal-mark`; Ledger
#            has none.
# Cure:      --price-db instead of include, which reads all prices with points, without --decimal-comma.
set -euo pipefail
case $(ledger --version 2> /dev/null | head -1) in
  *"Ledger 3.3.0"*) ;;
  *) echo 'install Ledger 3.3.0: apt install ledger'; exit 2 ;;
esac
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
style=$'commodity USD\n    format 1.000,00 USD\n'
posting=$'\n2026/03/18 x\n    Assets:A   100 EUR\n    Equity\n'
value() { ledger --args-only "$@" balance Assets -X USD 2>&1 | grep -o '[0-9.,]* USD  \|Incorrect.*' | xargs; }
for price in 1.184 1.1840; do
  echo "P 2026/03/18 EUR $price USD" > prices.ledger
  printf '%s\ninclude prices.ledger\n%s' "$style" "$posting" > included.ledger
  printf '%s%s' "$style" "$posting" > alone.ledger
  echo "$price: $(value -f included.ledger); $(value -f alone.ledger --price-db prices.ledger)"
done | tee seen.txt
expected='1.184: 118.400,00 USD; 118,40 USD
1.1840: Incorrect use of thousand-mark period; 118,40 USD'
[ "$(cat seen.txt)" = "$expected" ] || { echo "the behaviour has changed: expected $expected"; exit 1; }
