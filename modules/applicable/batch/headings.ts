import { isCurrency } from '../../../api/sources/symbols-query.ts'
import { HttpError, shortened } from '../../../api/contract/errors.ts'
import { fileRow } from '../fields.ts'

/** The columns of a file: the field that each heading names, in the languages in which people keep their books. */

export type Field = keyof typeof fileRow.shape

/** The fields that a caller may assign to a column by its number. */
export const CHOSEN_FIELDS = {
  date_column: 'date',
  currency_column: 'source',
  amount_column: 'amount',
  invoice_date_column: 'invoice_date'
} as const satisfies Record<string, Field>

/** The number of the column of a field, from 1; none if no column has it. */
export type ChosenColumns = Partial<Record<keyof typeof CHOSEN_FIELDS, number | 'none'>>

/** The names of each field's column, which take precedence over names in other languages. */
export const COLUMN_NAMES: Record<Field, readonly string[]> = {
  jurisdiction: ['jurisdiction'],
  purpose: ['purpose'],
  date: ['date', 'event_date', 'tax_point'],
  source: ['source', 'currency'],
  target: ['target', 'target_currency'],
  amount: ['amount'],
  rule: ['rule'],
  side: ['side'],
  series: ['series'],
  invoice_date: ['invoice_date'],
  from: ['from'],
  to: ['to']
}

/** Headings in English, Polish, German, French, Spanish, Portuguese, Italian, Romanian and Czech. */
export const HEADINGS: Partial<Record<Field, readonly string[]>> = {
  // prettier-ignore
  date: [
    'tax date', 'date of supply', 'supply date', 'delivery date', 'transaction date', 'data', 'data sprzedaży',
    'data dostawy', 'data wykonania usługi', 'data transakcji', 'data operacji', 'data obowiązku podatkowego',
    'Datum', 'Leistungsdatum', 'Lieferdatum', 'Buchungsdatum', 'date d’opération', 'date de livraison',
    'date de prestation', 'date d’exigibilité', 'date de transaction', 'fecha', 'fecha de operación',
    'fecha operación', 'fecha de devengo', 'fecha de entrega', 'data da operação', 'data de entrega',
    'data da transação', 'data operazione', 'data di consegna', 'data consegna', 'data livrării', 'data operațiunii',
    'data tranzacției', 'data exigibilității', 'DUZP', 'datum zdanitelného plnění', 'datum plnění',
    'datum uskutečnění'
  ],
  // prettier-ignore
  invoice_date: [
    'issue date', 'date of issue', 'date of invoice', 'data wystawienia', 'data faktury', 'data wystawienia faktury',
    'Rechnungsdatum', 'Ausstellungsdatum', 'Belegdatum', 'date de facture', 'date facture', 'date de facturation',
    'date d’émission', 'fecha de factura', 'fecha factura', 'fecha de emisión', 'fecha emisión',
    'fecha de expedición', 'fecha expedición', 'data da fatura', 'data fatura', 'data de emissão', 'data emissão',
    'data fattura', 'data documento', 'data di emissione', 'data emissione', 'data facturii', 'data factură',
    'data emiterii', 'datum vystavení', 'datum faktury'
  ],
  // prettier-ignore
  source: [
    'currency code', 'ccy', 'invoice currency', 'waluta', 'kod waluty', 'waluta faktury', 'Währung', 'Waehrung',
    'Währungscode', 'Rechnungswährung', 'devise', 'code devise', 'monnaie', 'moneda', 'divisa', 'código de moneda',
    'moeda', 'valuta', 'valută', 'měna', 'kód měny'
  ],
  // prettier-ignore
  target: [
    'waluta docelowa', 'Zielwährung', 'devise cible', 'moneda de destino', 'moeda de destino',
    'valuta di destinazione', 'moneda țintă', 'cílová měna'
  ],
  // prettier-ignore
  amount: [
    'total', 'total amount', 'invoice amount', 'net amount', 'gross amount', 'net', 'gross', 'kwota', 'kwota netto',
    'kwota brutto', 'kwota w walucie', 'wartość', 'wartość netto', 'wartość brutto', 'netto', 'brutto', 'suma',
    'Betrag', 'Rechnungsbetrag', 'Nettobetrag', 'Bruttobetrag', 'Summe', 'Gesamtbetrag', 'montant', 'montant HT',
    'montant TTC', 'montant total', 'total HT', 'total TTC', 'importe', 'importe total', 'importe neto',
    'base imponible', 'monto', 'montante', 'valor', 'valor total', 'valor líquido', 'importo', 'importo totale',
    'imponibile', 'totale', 'sumă', 'valoare', 'valoare totală', 'částka', 'částka bez DPH', 'částka s DPH', 'celkem',
    'hodnota'
  ]
}

const FIELDS = Object.keys(COLUMN_NAMES) as Field[]
const NAMES = new Map(FIELDS.flatMap((field) => COLUMN_NAMES[field].map((name) => [keyOf(name), field])))
const TRANSLATED = new Map(FIELDS.flatMap((field) => (HEADINGS[field] ?? []).map((name) => [keyOf(name), field])))

export interface FieldPlace {
  field: Field
  at: number
}

/** A heading without case, accents, punctuation and differences of blanks. */
function keyOf(heading: string): string {
  return heading
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll('ß', 'ss')
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '')
}

/**
 * The columns that a heading may name, by field: those with the names of the API, otherwise those in another language.
 */
function candidatesOf(header: string[]): Map<Field, number[]> {
  const found = new Map<Field, number[]>()
  for (const names of [NAMES, TRANSLATED]) {
    const own = new Map<Field, number[]>()
    header.forEach((heading, at) => {
      const field = names.get(keyOf(heading))
      if (field !== undefined) own.set(field, [...(own.get(field) ?? []), at])
    })
    for (const [field, places] of own) if (!found.has(field)) found.set(field, places)
  }
  const invoice = found.get('invoice_date')
  if (invoice && !found.has('date')) {
    // without another date, the date of the invoice decides
    found.set('date', invoice)
    found.delete('invoice_date')
  }
  return found
}

/**
 * The index of the headings among the first rows of a file: the row with the most known names, otherwise the first row
 * with the most non-empty cells.
 */
export function headingsAt(rows: string[][]): number {
  const known = rows.map((cells) => candidatesOf(cells).size)
  const filled = rows.map((cells) => cells.filter((it) => it.trim() !== '').length)
  const [counts, most] = Math.max(...known) > 0 ? [known, Math.max(...known)] : [filled, Math.max(...filled)]
  return Math.max(counts.indexOf(most), 0)
}

/**
 * The column index of each field: the caller's choice, otherwise by the headings. Throws 400 if two columns may have
 * the same field.
 */
export function fieldsOf(header: string[], chosen: ChosenColumns = {}): FieldPlace[] {
  const found = candidatesOf(header)
  for (const [parameter, field] of Object.entries(CHOSEN_FIELDS)) {
    const column = chosen[parameter as keyof ChosenColumns]
    if (column === undefined) continue
    if (column !== 'none' && column > header.length) {
      throw new HttpError('invalid_body', `${parameter}: expected a column of the file, which has ${header.length}`)
    }
    found.set(field, column === 'none' ? [] : [column - 1])
  }
  const taken = new Set(
    Object.values(CHOSEN_FIELDS)
      .filter((field) => found.get(field)?.length === 1)
      .map((field) => found.get(field)![0])
  )
  return FIELDS.flatMap((field) => {
    const places = found.get(field) ?? []
    if (places.length <= 1) return places.map((at) => ({ field, at }))
    const free = places.filter((at) => !taken.has(at))
    if (free.length === 1) return [{ field, at: free[0]! }]
    throw new HttpError(
      'invalid_body',
      `the file: expected one column for ${field}, found ${shortened(places.map((at) => header[at]).join(' and '))}; ${parameterOf(field)} names one`
    )
  })
}

/** The parameter with which a caller assigns a field to a column. */
export function parameterOf(field: Field): string {
  const [parameter] = Object.entries(CHOSEN_FIELDS).find(([, it]) => it === field) ?? []
  return parameter === undefined ? 'another heading' : `the parameter ${parameter}`
}

const LOOKS: Partial<Record<Field, (cell: string) => boolean>> = {
  date: (cell) => /^(\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\s?\d{1,2}[-./]\s?\d{4})([T ].*)?$/.test(cell),
  source: (cell) => /^[A-Za-z]{3}$/.test(cell) && isCurrency(cell.toUpperCase()),
  amount: (cell) => !LOOKS.date!(cell) && /^-?[\d.,'’\s]*[.,]\d{1,4}$/.test(cell)
}

/** A guess at the columns of the fields that the headings do not decide, by the cells of the first rows. */
export function guessColumns(header: string[], rows: string[][]): ChosenColumns {
  const found = candidatesOf(header)
  const guesses: ChosenColumns = {}
  for (const [parameter, field] of Object.entries(CHOSEN_FIELDS)) {
    const [named] = found.get(field) ?? []
    const looks = LOOKS[field]
    const alike =
      looks && header.findIndex((_, at) => rows.length > 0 && rows.every((cells) => looks(cells[at]!.trim())))
    const place = named ?? alike ?? -1
    guesses[parameter as keyof ChosenColumns] = place < 0 ? 'none' : place + 1
  }
  return guesses
}
