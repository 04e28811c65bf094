import { writeFileSync } from 'node:fs'
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript'

/** Generates the types of the client from an API description. */
export async function typesOf (description: object): Promise<string> {
  return `/* eslint-disable */\n${astToString(await openapiTypescript(description as OpenAPI3))}`
}

const [script, address = 'http://localhost:8080'] = process.argv.slice(1)
if (import.meta.filename === script) {
  const answer = await fetch(`${address}/openapi.json`)
  writeFileSync(new URL('schema.d.ts', import.meta.url), await typesOf(await answer.json() as object))
}
