import type { ExampleRequest } from './requests.ts'
import type { Operation, Response } from '../../../api/openapi/types.ts'

/** The parts of an example request. */
interface Call {
  verb: string
  origin: string
  request: ExampleRequest
  operation: Operation
}

/** An example request in several languages, each with its name. A spreadsheet can send only GET, and reads CSV. */
export function codeExamples(call: Call): Array<[language: string, text: string]> {
  const csv = spreadsheetOf(call)
  return [
    ['curl', curlOf(call)],
    ['TypeScript', typescriptOf(call)],
    ['Python', pythonOf(call)],
    ...(csv === undefined ? [] : [['Spreadsheet', csv] as [string, string]])
  ]
}

function needsKey({ security }: Operation): boolean {
  return security.some((way) => 'bearer' in way)
}

/** An example request as a command. */
export function curlOf({ verb, origin, request: { target, body, type }, operation }: Call): string {
  const { security } = operation
  const isOpen = security.some((way) => Object.keys(way).length === 0)
  const hasSession = security.some((way) => 'session' in way) && !needsKey(operation)
  return [
    'curl',
    ...(verb === 'get' ? [] : [`-X ${verb.toUpperCase()}`]),
    ...(needsKey(operation) ? ['-H "Authorization: Bearer $KEY"'] : []),
    ...(hasSession && !isOpen
      ? ['-b cookies.txt', ...(verb === 'get' ? [] : [`-H 'Origin: ${new URL(origin).origin}'`])]
      : []),
    ...(typeof body === 'string' ? [`-H 'Content-Type: ${type}'`, '--data-binary @file.csv'] : []),
    ...(body === undefined || typeof body === 'string'
      ? []
      : [
          "-H 'Content-Type: application/json'",
          ...(target === '/api/mcp' ? ["-H 'Accept: application/json, text/event-stream'"] : []),
          `-d '${JSON.stringify(body)}'`
        ]),
    `'${origin}${target}'`
  ].join(' ')
}

function typescriptOf({ verb, origin, request: { target, body }, operation }: Call): string {
  const headers = [
    ...(needsKey(operation) ? ['Authorization: `Bearer ${process.env.KEY}`'] : []),
    ...(body === undefined ? [] : ["'Content-Type': 'application/json'"])
  ]
  const options = [
    ...(verb === 'get' ? [] : [`  method: '${verb.toUpperCase()}'`]),
    ...(headers.length === 0 ? [] : [`  headers: { ${headers.join(', ')} }`]),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${JSON.stringify(body)})`])
  ]
  return `const response = await fetch('${origin}${target}'${options.length === 0 ? '' : `, {\n${options.join(',\n')}\n}`})\nif (!response.ok) throw new Error(await response.text())\nconsole.log(await response.json())`
}

function pythonOf({ verb, origin, request: { target, body }, operation }: Call): string {
  const headers = [
    ...(needsKey(operation) ? ['"Authorization": f"Bearer {os.environ[\'KEY\']}"'] : []),
    ...(body === undefined ? [] : ['"Content-Type": "application/json"'])
  ]
  const options = [
    ...(headers.length === 0 ? [] : [`    headers={${headers.join(', ')}},`]),
    ...(body === undefined
      ? []
      : [`    data=json.dumps(json.loads(${JSON.stringify(JSON.stringify(body))})).encode(),`]),
    ...(verb === 'get' ? [] : [`    method="${verb.toUpperCase()}",`])
  ]
  return `import json, os, urllib.request\n\nrequest = urllib.request.Request(\n    "${origin}${target}",\n${options.map((line) => `${line}\n`).join('')})\nwith urllib.request.urlopen(request) as response:\n    print(json.load(response))`
}

function spreadsheetOf({ verb, origin, request: { target }, operation }: Call): string | undefined {
  const good = Object.values(operation.responses)[0] as Response
  if (verb !== 'get' || !('text/csv' in (good.content ?? {}))) return undefined
  const key = needsKey(operation) ? '&api_key=KEY' : ''
  return `=IMPORTDATA("${origin}${target}${target.includes('?') ? '&' : '?'}format=csv${key}")`
}
