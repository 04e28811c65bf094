import { writeFileSync } from 'node:fs'
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript'

/** The types of the client, as a description of the API gives them. */
export async function typesOf (description: object): Promise<string> {
  return `/* eslint-disable */\n${astToString(await openapiTypescript(description as OpenAPI3))}`
}

const [script, address = 'http://localhost:8080'] = process.argv.slice(1)
if (import.meta.filename === script) {
  const answer = await fetch(`${address}/openapi.json`)
  writeFileSync(new URL('schema.d.ts', import.meta.url), await typesOf(await answer.json() as object))
}
