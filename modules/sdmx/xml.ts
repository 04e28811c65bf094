const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;'
}

/** A text in XML, in an element or in double quotes. */
export function escaped(text: string): string {
  return /[&<>"\n\r\t]/.test(text) ? text.replace(/[&<>"\n\r\t]/g, (it) => ESCAPES[it]!) : text
}

export const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
const ROOT = 'http://www.sdmx.org/resources/sdmxml/schemas'

/** The namespaces of a version of SDMX-ML. */
export function namespacesOf(version: 'v2_1' | 'v3_0') {
  return {
    message: `${ROOT}/${version}/message`,
    common: `${ROOT}/${version}/common`,
    generic: `${ROOT}/${version}/data/generic`,
    specific: `${ROOT}/${version}/data/structurespecific`,
    structure: `${ROOT}/${version}/structure`
  }
}
