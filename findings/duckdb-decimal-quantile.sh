#!/usr/bin/env bash
# DuckDB computes approximate quantiles of exact decimals in whole numbers.
# Package:   @duckdb/node-api 1.5.6-r.1 (npm), which brings DuckDB 1.5
# Seen on:   2026-11-28, Linux x64, Node.js 20.20.2
# Source:    run of this script; the function's page says nothing about the type of the result
# Behaviour: approx_quantile(decimal, 0.5) has the decimal's type but the digits of an integer, and `summarize` prints
#            such quartiles, so five rates from 1.1531 to 1.1541 have the quartiles 1. quantile_cont and casts to double
#            are right. Whoever describes a Parquet file of rates with `summarize` reads quartiles that are no rates.
# Cure:      cast(value as double) before the statistics.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-fund --no-audit @duckdb/node-api@1.5.6-r.1
cat > check.mjs << 'JS'
import { DuckDBInstance } from '@duckdb/node-api'
const connection = await (await DuckDBInstance.create(':memory:')).connect()
const ask = async (sql) => (await connection.runAndReadAll(sql)).getRowsJson()[0].map(String)
await connection.run(
  'create table rates as select value::decimal(18, 4) as value from (values (1.1531), (1.1534), (1.1536), (1.1539), (1.1541)) as rates (value)'
)
const seen = {
  approximate: await ask('select approx_quantile(value, 0.5) from rates'),
  continuous: await ask('select quantile_cont(value, 0.5) from rates'),
  double: await ask('select approx_quantile(cast(value as double), 0.5) from rates'),
  summarize: await ask('select q25, q50, q75 from (summarize rates)')
}
console.log(JSON.stringify(seen))
JS
node check.mjs | tee seen.json
expected='{"approximate":["1"],"continuous":["1.1536"],"double":["1.1536"],"summarize":["1","1","1"]}'
[ "$(cat seen.json)" = "$expected" ] || { echo "the behaviour has changed: expected $expected"; exit 1; }
