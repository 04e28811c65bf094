import type { Chosen, DataFormat } from '../formats.ts'
import { csv1, csv2, ecbCsv } from './csv.ts'
import { genericXml } from './generic-xml.ts'
import { json } from './json.ts'
import type { Message, Writer } from './message.ts'
import { specificXml } from './specific-xml.ts'

/** The writer of a message in a format. */
export function writerOf(
  message: Message,
  { format, options }: Pick<Chosen<DataFormat>, 'format' | 'options'>
): Writer {
  switch (format) {
    case 'generic':
      return genericXml(message)
    case 'generic-series':
      return genericXml(message, 'GenericTimeSeriesData')
    case 'specific':
      return specificXml(message, 'v2_1')
    case 'specific-series':
      return specificXml(message, 'v2_1', 'StructureSpecificTimeSeriesData')
    case 'specific-3':
      return specificXml(message, 'v3_0')
    case 'json-wd':
      return json(message, 'wd')
    case 'json-1':
      return json(message, '1')
    case 'json-2':
      return json(message, '2')
    case 'csv':
      return ecbCsv(message)
    case 'csv-1':
      return csv1(message, options)
    case 'csv-2':
      return csv2(message, options)
  }
}
