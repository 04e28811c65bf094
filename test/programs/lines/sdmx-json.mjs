// Prints the figures that sdmx-json-parser reads from a file.
import { readFileSync } from 'node:fs'
import parser from 'sdmx-json-parser'

globalThis.fetch = async () => new Response(readFileSync(process.argv[2]))
const message = new parser.SDMXParser()
await message.getDatasets('http://localhost/')
const codes = new Map(message.getDimensions().flatMap(({ values }) => values.map(({ id, name }) => [name, id])))
for (const it of message.getData())
  console.log(it.TIME_PERIOD, codes.get(it.CURRENCY_DENOM), codes.get(it.CURRENCY), it.value, it.OBS_COM ?? '')
