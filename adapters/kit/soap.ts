import { LayoutError, type PostOptions, type Publication } from '../source.ts'
import { excerpt, readText } from './text.ts'
import { readXml, type XmlElement } from './xml.ts'

/** Elements of a SOAP request in their order: each contains a text or further elements. */
export interface SoapFields {
  [name: string]: string | SoapFields
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/**
 * A SOAP 1.1 call of an operation, ready for `http.post`. All elements are in the service's namespace. `action` is the
 * SOAPAction, if the service's description (WSDL) requires one.
 */
export function soapCall(namespace: string, operation: string, fields: SoapFields, action?: string): PostOptions {
  const body = `<?xml version="1.0" encoding="utf-8"?>
<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:ns="${namespace}">
  <soap:Body>
${elements({ [operation]: fields }, '    ')}  </soap:Body>
</soap:Envelope>
`
  return {
    headers: {
      'content-type': 'text/xml; charset=utf-8',
      ...(action === undefined ? {} : { soapaction: `"${action}"` })
    },
    body
  }
}

function elements(fields: SoapFields, indent: string): string {
  return Object.entries(fields)
    .map(([name, value]) => {
      const content =
        typeof value === 'string'
          ? value.replace(/[&<>]/g, (mark) => ESCAPES[mark]!)
          : `\n${elements(value, `${indent}  `)}${indent}`
      return `${indent}<ns:${name}>${content}</ns:${name}>\n`
    })
    .join('')
}

/**
 * The element `<operationResponse>` of an answer. Throws a `LayoutError` for a fault, with its text, and for anything
 * else.
 */
export function readSoap(publication: Publication, operation: string): XmlElement {
  const body = readXml(publication, 'Envelope').one('Body')
  if (body.maybe('Fault')) {
    throw new LayoutError(`<${operation}Response>`, `the fault ${excerpt(faultIn(readText(publication)) ?? '')}`)
  }
  return body.one(`${operation}Response`)
}

const FAULT = /<(?:[\w-]+:)?Fault[\s>]/
const FAULT_TEXT = /<(?:[\w-]+:)?(?:faultstring|Text)(?:\s[^<>]*)?>([^<]*)</ // SOAP 1.1 and 1.2

/** The text of the fault in an answer, which a service sends with status 500; undefined if there is no fault. */
export function faultIn(answer: string): string | undefined {
  return FAULT.test(answer) ? FAULT_TEXT.exec(answer)?.[1] : undefined
}
