import { currenciesOf, sourceItems, typesOf, type Source } from './catalogue.ts'
import { ECB, FIXED_CODES, OWN, type Component, type Identity, type Item } from './model.ts'

/** A list of the codes that this service uses. */
export interface Codelist extends Identity {
  name: string
  items: readonly Item[]
  /** True for a list of the European Central Bank, which has more codes. */
  isPartial: boolean
}

/** Every code list of these sources. */
export function codelistsOf(sources: Source[]): Codelist[] {
  const currencies = currenciesOf(sources)
  return [
    ...Object.entries(FIXED_CODES).map(([id, list]) => ({ agency: ECB, id, ...list, isPartial: true })),
    { agency: ECB, id: 'CL_CURRENCY', name: 'Currency code list', items: currencies, isPartial: true },
    { agency: ECB, id: 'CL_UNIT', name: 'Unit code list', items: currencies, isPartial: true },
    { agency: OWN, id: 'CL_EXR_TYPE', name: 'Rate types', items: typesOf(sources), isPartial: false },
    { agency: OWN, id: 'CL_SOURCE', name: 'Sources', items: sourceItems(sources), isPartial: false }
  ].sort((one, other) => (`${one.agency} ${one.id}` < `${other.agency} ${other.id}` ? -1 : 1))
}

/** The names of codes by component; a text without a code list has no name. */
export class CodeNames {
  readonly #lists: Map<string, Map<string, string>>

  constructor(sources: Source[]) {
    this.#lists = new Map(
      codelistsOf(sources).map(({ agency, id, items }) => [
        `${agency} ${id}`,
        new Map(items.map((it) => [it.id, it.name]))
      ])
    )
  }

  /** The name of a code of a component; undefined for a text. */
  of({ codelist }: Component, code: string): string | undefined {
    return codelist && (this.#lists.get(`${codelist.agency} ${codelist.id}`)?.get(code) ?? code)
  }
}
