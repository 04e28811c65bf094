#!/usr/bin/env bash
# sdmx-json-parser gives an observation without an attribute the first value that any other observation has.
# Package:   sdmx-json-parser 0.3.1 (npm)
# Seen on:   2026-11-28, Linux x64, Node.js 20.20.2
# Source:    run of this script; SDMX-JSON 2.0 writes an absent attribute as null
# Behaviour: of two observations, the first is published and has no comment (null), the second is calculated and says so
#            in OBS_COM. The parser takes the index of an absent attribute for 0, so that both come out as calculated.
#            Whoever filters calculated rates drops the published ones too, or the other way round.
# Cure:      for publishers: give an attribute to every observation, or to none. For readers: read `observations` and
#            `structures` without getData.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes > /dev/null
npm install --silent --no-fund --no-audit sdmx-json-parser@0.3.1
cat > check.mjs << 'JS'
import parser from 'sdmx-json-parser'
const named = (id, values, keyPosition) => ({
  id, name: id, keyPosition, values: values.map((it) => ({ id: it, name: it, value: it }))
})
const message = {
  data: {
    dataSets: [{ structure: 0, series: { '0': { attributes: [], observations: { '0': [1.1531, null], '1': [1.1485, 0] } } } }],
    structures: [{
      dimensions: {
        dataSet: [], series: [named('CURRENCY', ['USD'], 0)], observation: [named('TIME_PERIOD', ['2026-03-17', '2026-03'], 1)]
      },
      measures: { observation: [{ id: 'OBS_VALUE' }] },
      attributes: { dataSet: [], dimensionGroup: [], series: [], observation: [named('OBS_COM', ['calculated'])] },
      dataSets: [0]
    }]
  }
}
globalThis.fetch = async () => new Response(JSON.stringify(message))
const reader = new parser.SDMXParser()
await reader.getDatasets('http://localhost/')
console.log(JSON.stringify(reader.getData().map((it) => [it.TIME_PERIOD, it.value, it.OBS_COM ?? null])))
JS
node check.mjs | tee seen.json
expected='[["2026-03-17",1.1531,"calculated"],["2026-03",1.1485,"calculated"]]'
[ "$(cat seen.json)" = "$expected" ] || { echo "the behaviour has changed: expected $expected"; exit 1; }
