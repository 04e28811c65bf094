import { LayoutError, type Publication } from '../source.ts'
import { readCsv, type CsvOptions } from './csv.ts'
import { atLeastOne } from './rows.ts'
import type { TableRecord } from './table.ts'
import { excerpt } from './text.ts'

/**
 * SDMX-CSV messages (sdmx.org; ISO 17369) as observations. An observation returns each of its dimensions and attributes
 * by its id in the structure (FREQ, UNIT_MULT, OBS_STATUS …), as printed: the period by TIME_PERIOD, the figure by
 * OBS_VALUE.
 */
export type Observation = TableRecord

const PERIOD = 'TIME_PERIOD'
const VALUE = 'OBS_VALUE'
const NO_VALUE = new Set(['', 'NaN'])

/** True for an observation that SDMX marks as missing: its figure is empty or NaN. */
export function isMissing(observation: Observation): boolean {
  return NO_VALUE.has(observation(VALUE))
}

interface SdmxOptions extends Pick<CsvOptions, 'delimiter'> {
  /** True if the publisher answers a request for days without observations with only the headings. */
  mayBeEmpty?: boolean
}

/**
 * The observations of an SDMX-CSV message. Throws a `LayoutError` if it has none, or no column for the period or the
 * figure.
 */
export function readSdmxCsv(
  publication: Publication,
  { mayBeEmpty = false, ...options }: SdmxOptions = {}
): Observation[] {
  const { columns, records } = readCsv(publication, options)
  for (const id of [PERIOD, VALUE])
    if (!columns.includes(id)) {
      throw new LayoutError(`a column ${id}`, excerpt(columns.join(', ')))
    }
  return mayBeEmpty ? records : atLeastOne(records, 'observation')
}
