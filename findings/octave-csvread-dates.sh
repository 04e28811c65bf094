#!/usr/bin/env bash
# Octave's csvread reads ISO dates as complex numbers, and missing figures as zero.
# Package:   octave 7.3.0 (Debian 12: apt install octave)
# Seen on:   2026-11-28, Linux x64
# Source:    run of this script
# Behaviour: one would expect an error, NaN or the year for `2026-03-04`. It is 2026 - 3i, the reading of "2026-03" as
#            real and imaginary part, and the whole matrix becomes complex: comparisons go by the absolute value, and
#            plots of a rate by its first column show nonsense. An empty cell is 0, a rate that nobody printed.
# Cure:      textscan with %s for the date and "EmptyValue", NaN.
set -euo pipefail
case $(octave-cli --version 2> /dev/null | head -1) in
  *'version 7.3.0'*) ;;
  *) echo 'install Octave 7.3.0: apt install octave'; exit 2 ;;
esac
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf 'date,USD,JPY\n2026-03-04,1.1531,183.184\n2026-03-05,1.15,\n' > rates.csv
octave-cli --quiet --eval '
  m = csvread("rates.csv", 1, 0);
  printf("complex %d, date %g%+gi, missing %g\n", iscomplex(m), real(m(1, 1)), imag(m(1, 1)), m(2, 3));
  f = fopen("rates.csv");
  c = textscan(f, "%s %f %f", "Delimiter", ",", "HeaderLines", 1, "EmptyValue", NaN);
  printf("textscan: %s %g\n", c{1}{1}, c{3}(2));' 2> /dev/null | tee seen.txt
expected='complex 1, date 2026-3i, missing 0
textscan: 2026-03-04 NaN'
[ "$(cat seen.txt)" = "$expected" ] || { echo "the behaviour has changed: expected $expected"; exit 1; }
