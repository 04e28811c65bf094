/**
 * The structures of this service: the European Central Bank's exchange-rate structure, and the same structure for all
 * sources.
 */

/** A code or a concept with its English name. */
export interface Item {
  id: string
  name: string
}

export interface Identity {
  agency: string
  id: string
}

export interface Component extends Item {
  /** The agency of its concept scheme. */
  agency: string
  codelist?: Identity
  /** The longest text, if it has no code list. */
  maxLength?: number
}

export type Level = 'series' | 'group' | 'observation'

export interface Attribute extends Component {
  level: Level
  isMandatory?: boolean
}

export interface Structure extends Identity {
  name: string
  dimensions: readonly Component[]
}

export interface Flow extends Identity {
  name: string
  structure: Structure
  /** The code of its source; undefined for all sources. */
  source?: string
}

export const ECB = 'ECB'
/** The agency of the structures that the European Central Bank does not have. */
export const OWN = 'RATEBOOK'
export const VERSION = '1.0'
export const TIME = { id: 'TIME_PERIOD', name: 'Time period or range', agency: ECB } as const satisfies Component
export const MEASURE = { id: 'OBS_VALUE', name: 'Observation value', agency: ECB } as const satisfies Component
export const GROUP = 'Group'

const ofEcb = (id: string): Identity => ({ agency: ECB, id })
const ofOwn = (id: string): Identity => ({ agency: OWN, id })

const FREQ: Component = { id: 'FREQ', name: 'Frequency', agency: ECB, codelist: ofEcb('CL_FREQ') }
const CURRENCY: Component = { id: 'CURRENCY', name: 'Currency', agency: ECB, codelist: ofEcb('CL_CURRENCY') }
const DENOMINATOR: Component = {
  id: 'CURRENCY_DENOM',
  name: 'Currency denominator',
  agency: ECB,
  codelist: ofEcb('CL_CURRENCY')
}
const TYPE: Component = { id: 'EXR_TYPE', name: 'Exchange rate type', agency: ECB, codelist: ofEcb('CL_EXR_TYPE') }
const OWN_TYPE: Component = { ...TYPE, codelist: ofOwn('CL_EXR_TYPE') }
const SUFFIX: Component = {
  id: 'EXR_SUFFIX',
  name: 'Series variation - EXR context',
  agency: ECB,
  codelist: ofEcb('CL_EXR_SUFFIX')
}
const SOURCE: Component = { id: 'SOURCE', name: 'Publisher of the rate', agency: OWN, codelist: ofOwn('CL_SOURCE') }

const ECB_EXR1: Structure = {
  ...ofEcb('ECB_EXR1'),
  name: 'Exchange Rates',
  dimensions: [FREQ, CURRENCY, DENOMINATOR, TYPE, SUFFIX]
}
const OWN_EXR: Structure = {
  ...ofOwn('RB_EXR'),
  name: 'Official exchange rates of a source',
  dimensions: [FREQ, CURRENCY, DENOMINATOR, OWN_TYPE, SUFFIX]
}
const OWN_EXR_ALL: Structure = {
  ...ofOwn('RB_EXR_ALL'),
  name: 'Official exchange rates of all sources',
  dimensions: [...OWN_EXR.dimensions, SOURCE]
}

export const STRUCTURES: readonly Structure[] = [ECB_EXR1, OWN_EXR, OWN_EXR_ALL]

/** The attributes of every structure, in the European Central Bank's order. */
export const ATTRIBUTES: readonly Attribute[] = [
  { id: 'TIME_FORMAT', name: 'Time format code', agency: ECB, level: 'series', isMandatory: true, maxLength: 3 },
  {
    id: 'OBS_STATUS',
    name: 'Observation status',
    agency: ECB,
    level: 'observation',
    isMandatory: true,
    codelist: ofEcb('CL_OBS_STATUS')
  },
  {
    id: 'OBS_CONF',
    name: 'Observation confidentiality',
    agency: ECB,
    level: 'observation',
    codelist: ofEcb('CL_OBS_CONF')
  },
  { id: 'OBS_PRE_BREAK', name: 'Pre-break observation value', agency: ECB, level: 'observation', maxLength: 15 },
  { id: 'OBS_COM', name: 'Observation comment', agency: ECB, level: 'observation', maxLength: 1050 },
  { id: 'BREAKS', name: 'Breaks', agency: ECB, level: 'series', maxLength: 350 },
  {
    id: 'COLLECTION',
    name: 'Collection indicator',
    agency: ECB,
    level: 'series',
    isMandatory: true,
    codelist: ofEcb('CL_COLLECTION')
  },
  {
    id: 'COMPILING_ORG',
    name: 'Compiling organisation',
    agency: ECB,
    level: 'series',
    codelist: ofEcb('CL_ORGANISATION')
  },
  {
    id: 'DISS_ORG',
    name: 'Data dissemination organisation',
    agency: ECB,
    level: 'series',
    codelist: ofEcb('CL_ORGANISATION')
  },
  { id: 'DOM_SER_IDS', name: 'Domestic series ids', agency: ECB, level: 'series', maxLength: 70 },
  { id: 'PUBL_ECB', name: 'Source publication (ECB only)', agency: ECB, level: 'series', maxLength: 1050 },
  { id: 'PUBL_MU', name: 'Source publication (Euro area only)', agency: ECB, level: 'series', maxLength: 1050 },
  { id: 'PUBL_PUBLIC', name: 'Source publication (public)', agency: ECB, level: 'series', maxLength: 1050 },
  { id: 'UNIT_INDEX_BASE', name: 'Unit index base', agency: ECB, level: 'series', maxLength: 35 },
  { id: 'COMPILATION', name: 'Compilation', agency: ECB, level: 'group', maxLength: 1050 },
  { id: 'COVERAGE', name: 'Coverage', agency: ECB, level: 'group', maxLength: 350 },
  { id: 'DECIMALS', name: 'Decimals', agency: ECB, level: 'group', isMandatory: true, codelist: ofEcb('CL_DECIMALS') },
  { id: 'NAT_TITLE', name: 'National language title', agency: ECB, level: 'group', maxLength: 350 },
  { id: 'SOURCE_AGENCY', name: 'Source agency', agency: ECB, level: 'group', codelist: ofEcb('CL_ORGANISATION') },
  { id: 'SOURCE_PUB', name: 'Publication source', agency: ECB, level: 'group', maxLength: 350 },
  { id: 'TITLE', name: 'Title', agency: ECB, level: 'group', maxLength: 200 },
  { id: 'TITLE_COMPL', name: 'Title complement', agency: ECB, level: 'group', isMandatory: true, maxLength: 1050 },
  { id: 'UNIT', name: 'Unit', agency: ECB, level: 'group', isMandatory: true, codelist: ofEcb('CL_UNIT') },
  {
    id: 'UNIT_MULT',
    name: 'Unit multiplier',
    agency: ECB,
    level: 'group',
    isMandatory: true,
    codelist: ofEcb('CL_UNIT_MULT')
  }
]

export const SERIES_ATTRIBUTES = ATTRIBUTES.filter(({ level }) => level !== 'observation')
export const OBSERVATION_ATTRIBUTES = ATTRIBUTES.filter(({ level }) => level === 'observation')

/** The dimensions of a group: all but the frequency. */
export function groupDimensions({ dimensions }: Structure): readonly Component[] {
  return dimensions.slice(1)
}

/** The flow of the European Central Bank's reference rates, under its own name. */
export const EXR: Flow = { ...ofEcb('EXR'), name: 'Exchange Rates', structure: ECB_EXR1, source: 'ecb' }
export const EXR_ALL: Flow = {
  ...ofOwn('EXR_ALL'),
  name: 'Official exchange rates of all sources',
  structure: OWN_EXR_ALL
}

/** The flow of one source. */
export function flowOf({ source, name }: { source: string; name: string }): Flow {
  return {
    ...ofOwn(`EXR_${codeOfSource(source)}`),
    name: `Official exchange rates: ${name}`,
    structure: OWN_EXR,
    source
  }
}

/** The code of a source in keys. */
export function codeOfSource(source: string): string {
  return source.toUpperCase()
}

/**
 * A frequency with the text of its periods, and the calculation of the figures of its variations; daily figures are as
 * published.
 */
interface Frequency extends Item {
  timeFormat: string
  unit?: 'month' | 'quarter' | 'year'
  variations: ReadonlyArray<{ suffix: string; stat?: 'average' | 'end' }>
}

const VARIATIONS = [
  { suffix: 'A', stat: 'average' },
  { suffix: 'E', stat: 'end' }
] as const

export const FREQUENCIES: readonly Frequency[] = [
  { id: 'D', name: 'Daily', timeFormat: 'P1D', variations: [{ suffix: 'A' }] },
  { id: 'M', name: 'Monthly', timeFormat: 'P1M', unit: 'month', variations: VARIATIONS },
  { id: 'Q', name: 'Quarterly', timeFormat: 'P3M', unit: 'quarter', variations: VARIATIONS },
  { id: 'A', name: 'Annual', timeFormat: 'P1Y', unit: 'year', variations: VARIATIONS }
]

/** The rate type of a code of EXR_TYPE. The European Central Bank's reference rates are its spot rates. */
export function typeOf(flow: Flow, code: string): string {
  return flow === EXR ? (code === SPOT ? 'reference' : code) : code.toLowerCase()
}

/** The code of EXR_TYPE for a rate type. */
export function codeOfType(flow: Flow, type: string): string {
  return flow === EXR ? SPOT : type.toUpperCase()
}

const SPOT = 'SP00'

const numbers = (from: number, to: number, name: (it: number) => string): Item[] =>
  Array.from({ length: to - from + 1 }, (_, at) => ({ id: String(from + at), name: name(from + at) }))

/** The code lists that do not depend on the stored data. */
export const FIXED_CODES: Readonly<Record<string, { name: string; items: readonly Item[] }>> = {
  CL_FREQ: { name: 'Frequency code list', items: FREQUENCIES.map(({ id, name }) => ({ id, name })) },
  CL_EXR_TYPE: { name: 'Exchange rate type code list', items: [{ id: SPOT, name: 'Spot' }] },
  CL_EXR_SUFFIX: {
    name: 'Exch. rate series variation code list',
    items: [
      { id: 'A', name: 'Average' },
      { id: 'E', name: 'End-of-period' }
    ]
  },
  CL_COLLECTION: {
    name: 'Collection indicator code list',
    items: [
      { id: 'A', name: 'Average of observations through period' },
      { id: 'E', name: 'End of period' }
    ]
  },
  CL_OBS_STATUS: { name: 'Observation status code list', items: [{ id: 'A', name: 'Normal value' }] },
  CL_OBS_CONF: { name: 'Observation confidentiality code list', items: [{ id: 'F', name: 'Free' }] },
  CL_ORGANISATION: { name: 'Organisation code list', items: [{ id: '4F0', name: 'European Central Bank (ECB)' }] },
  CL_DECIMALS: {
    name: 'Decimals code list',
    // prettier-ignore
    items: numbers(0, 15, (it) =>
      [
      'Zero', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve',
      'Thirteen', 'Fourteen', 'Fifteen'
    ][it]!)
  },
  CL_UNIT_MULT: { name: 'Unit multiplier code list', items: [{ id: '0', name: 'Units' }] }
}
