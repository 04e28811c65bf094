import type { IncomingMessage } from 'node:http'
import { HttpError } from '../../api/contract/errors.ts'
import { headOf } from './head.ts'
import { dataFormat } from './formats.ts'
import { type Api } from './references.ts'
import { DECLARATION, escaped, namespacesOf } from './xml.ts'

/** The error numbers of SDMX 2.1 by HTTP status. */
// prettier-ignore
const CODES: Record<number, number> = {
  400: 140, 401: 110, 403: 110, 404: 100, 406: 140, 413: 130, 414: 140, 431: 140, 500: 500, 501: 501, 503: 503,
  504: 503
}
const OTHER = 1000

interface Failure {
  status: number
  message: string
}

/** Writes errors as SDMX error messages: in JSON if the request asks for JSON, else in XML. */
export function errorWriter(
  api: Api
): (error: Failure, request: IncomingMessage) => { body: string; headers: Record<string, string> } {
  return (error, { headers: { accept }, url = '' }) => {
    const format = new URLSearchParams(url.split('?')[1]).get('format')?.toLowerCase()
    return isJson(api, format, accept)
      ? { body: errorJson(error, api), headers: { 'Content-Type': 'application/json', Vary: 'Accept' } }
      : { body: errorXml(error, api), headers: { 'Content-Type': 'application/xml', Vary: 'Accept' } }
  }
}

function isJson(api: Api, format: string | undefined, accept: string | undefined): boolean {
  if (format !== undefined) return format.includes('json')
  try {
    return dataFormat(api, { accept: accept?.replace(/\.structure\+(xml|json)[^,]*/g, '.data+$1') }).format.startsWith(
      'json'
    )
  } catch (error) {
    if (error instanceof HttpError) return false // no accepted type is served
    throw error
  }
}

function errorXml({ status, message }: Failure, api: Api): string {
  const { message: mes, common } = namespacesOf(api === '2.1' ? 'v2_1' : 'v3_0')
  return `${DECLARATION}<mes:Error xmlns:mes="${mes}" xmlns:com="${common}"><mes:ErrorMessage code="${CODES[status] ?? OTHER}"><com:Text xml:lang="en">${escaped(message)}</com:Text></mes:ErrorMessage></mes:Error>\n`
}

function errorJson({ status, message }: Failure, api: Api): string {
  const { id, prepared, sender } = headOf(Date.now())
  const text = { title: `SDMX error ${CODES[status] ?? OTHER}`, detail: message }
  const localised = api === '2.1' ? text : { ...text, titles: { en: text.title }, details: { en: message } }
  return JSON.stringify({
    meta: { id, prepared, test: false, contentLanguages: ['en'], sender: { id: sender } },
    errors: [{ code: status, ...localised }]
  })
}
