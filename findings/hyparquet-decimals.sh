#!/usr/bin/env bash
# hyparquet returns exact decimals of a Parquet file as nearby doubles with a tail.
# Package:   hyparquet 1.31.5 and hyparquet-writer 0.17.0 (npm)
# Seen on:   2026-11-28, Linux x64, Node.js 20.20.2
# Source:    run of this script
# Behaviour: a DECIMAL(18, 4) column holds the integer 11606 and the scale 4, so 1.1606 can be had exactly. The reader
#            multiplies by a rounded 0.0001: of the 10,000 rates from 1.0000 to 1.9999, 5,917 come out as another double
#            than their text has, 1.0000 as 0.9999999999999999. Comparing with the printed rate, or printing the number,
#            shows another figure.
# Cure:      toFixed(scale) of the column before the figure is compared, joined or shown.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-fund --no-audit hyparquet@1.31.5 hyparquet-writer@0.17.0
cat > check.mjs << 'JS'
import { parquetReadObjects } from 'hyparquet'
import { parquetWriteBuffer } from 'hyparquet-writer'
const printed = Array.from({ length: 10_000 }, (_, index) => (1 + index / 10_000).toFixed(4))
const file = parquetWriteBuffer({
  columnData: [{ name: 'rate', data: printed.map((text) => BigInt(text.replace('.', ''))) }],
  schema: [
    { name: 'root', num_children: 1 },
    { name: 'rate', type: 'INT64', repetition_type: 'REQUIRED', converted_type: 'DECIMAL', scale: 4, precision: 18 }
  ]
})
const rows = await parquetReadObjects({ file })
const different = rows.filter(({ rate }, index) => rate !== Number(printed[index]))
const fixed = rows.filter(({ rate }, index) => rate.toFixed(4) !== printed[index])
console.log(JSON.stringify({ rows: rows.length, different: different.length, first: different[0]?.rate, afterToFixed: fixed.length }))
JS
node check.mjs | tee seen.json
expected='{"rows":10000,"different":5917,"first":0.9999999999999999,"afterToFixed":0}'
[ "$(cat seen.json)" = "$expected" ] || { echo "the behaviour has changed: expected $expected"; exit 1; }
