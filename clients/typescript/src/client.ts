import { Requester, type Parameters, type RatebookOptions } from './request.ts'
import type * as Answers from './types.ts'

const bankPath = (bank: string, rest: string) => `/api/v1/central-bank/${encodeURIComponent(bank)}/${rest}`

/** A client of a Ratebook service. `F` is the type of figures: number, or what the option `figure` returns. */
export class Ratebook<F = number> {
  readonly #requester: Requester<F>

  constructor(options: RatebookOptions<F> = {}) {
    this.#requester = new Requester(options)
  }

  /** The sources with their newest dates. */
  async sources(): Promise<Answers.Source[]> {
    return (await this.get<{ banks: Answers.Source[] }>('/api/v1/central-banks')).banks
  }

  /** The newest table of a source, without a key. */
  openTable(bank: string, options: Answers.TypeOption = {}): Promise<Answers.OpenTable<F>> {
    return this.get(`/api/open/central-bank/${encodeURIComponent(bank)}`, { ...options })
  }

  /** A pair in the newest table of a source, without a key. */
  openRate(
    bank: string,
    source: string,
    target: string,
    options: Answers.TypeOption = {}
  ): Promise<Answers.OpenRate<F>> {
    return this.get(`/api/open/central-bank/${encodeURIComponent(bank)}`, { source, target, ...options })
  }

  /** The newest table of a source. */
  latest(bank: string, options: Answers.TypeOption = {}): Promise<Answers.Table<F>> {
    return this.get(bankPath(bank, 'latest'), { ...options })
  }

  /** The table of a date (YYYY-MM-DD), or the newest one before it. */
  table(bank: string, date: string, options: Answers.DayOptions = {}): Promise<Answers.DayTable<F>> {
    return this.get(bankPath(bank, encodeURIComponent(date)), { ...options })
  }

  /** A pair in the newest table of a source that has it. */
  rate(bank: string, source: string, target: string, options: Answers.TypeOption = {}): Promise<Answers.Rate<F>> {
    return this.get(bankPath(bank, 'latest'), { source, target, ...options })
  }

  /** A pair in the table of a date (YYYY-MM-DD), or in the newest one before it. */
  rateOn(
    bank: string,
    date: string,
    source: string,
    target: string,
    options: Answers.DayOptions = {}
  ): Promise<Answers.DayRate<F>> {
    return this.get(bankPath(bank, encodeURIComponent(date)), { source, target, ...options })
  }

  /** The history of a currency as published, page by page. */
  history(
    bank: string,
    symbol: string,
    options: Answers.HistoryOptions = {}
  ): AsyncGenerator<Answers.HistoryRate<F>, void> {
    return this.#rates(bankPath(bank, 'history'), { symbol, ...options })
  }

  /** The history of a pair, page by page. */
  pairHistory(
    bank: string,
    source: string,
    target: string,
    options: Answers.PairHistoryOptions = {}
  ): AsyncGenerator<Answers.PairHistoryRate<F>, void> {
    return this.#rates(bankPath(bank, 'history'), { source, target, ...options })
  }

  /** A pair for each week, month, quarter or year, page by page. */
  periods(
    bank: string,
    source: string,
    target: string,
    options: Answers.PeriodOptions
  ): AsyncGenerator<Answers.PeriodRate<F>, void> {
    return this.#rates(bankPath(bank, 'history'), { source, target, ...options })
  }

  /** Pairs of several sources, page by page, such as `series(['EUR/USD'], { banks: ['ecb', 'bnr'] })`. */
  series(pairs: readonly string[], options: Answers.SeriesOptions = {}): AsyncGenerator<Answers.SeriesRate<F>, void> {
    return this.#rates('/api/v1/official/series', { pairs, ...options })
  }

  /** The dates on which a source has a table. */
  availability(bank: string, options: Answers.AvailabilityOptions = {}): Promise<Answers.Availability> {
    return this.get(bankPath(bank, 'availability'), { ...options })
  }

  /** The newest rates of all sources for a pair. */
  compare(source: string, target: string, options: Answers.CompareOptions = {}): Promise<Answers.Comparison<F>> {
    return this.get('/api/v1/central-banks/rates', { source, target, ...options })
  }

  /** The official rate that the law requires for a purpose on a date. */
  applicable(date: string, source: string, options: Answers.ApplicableOptions): Promise<Answers.Applicable<F>> {
    return this.get('/api/v1/applicable', { date, source, ...options })
  }

  /** The corrected and withdrawn figures of a source, or of all, page by page. */
  async *corrections(options: Answers.CorrectionOptions = {}): AsyncGenerator<Answers.Correction<F>, void> {
    for await (const page of this.pages<{ corrections: Array<Answers.Correction<F>> }>('/api/v1/corrections', {
      ...options
    }))
      yield* page.corrections
  }

  /** When each source publishes, or one: the next expected table, missed tables, and how late the tables arrived. */
  async calendar(options: Answers.CalendarOptions = {}): Promise<Answers.PublicationTimes[]> {
    return (await this.get<{ sources: Answers.PublicationTimes[] }>('/api/v1/calendar', { ...options })).sources
  }

  /** The answer of any endpoint with JSON, as the OpenAPI description of the service types it. */
  get<T>(path: string, parameters: Parameters = {}): Promise<T> {
    return this.#requester.get(path, parameters)
  }

  /** The answers of any paged endpoint, one for each page. */
  pages<T>(path: string, parameters: Parameters = {}): AsyncGenerator<T, void> {
    return this.#requester.pages(path, parameters)
  }

  async *#rates<T>(path: string, parameters: Parameters): AsyncGenerator<T, void> {
    for await (const { rates } of this.pages<{ rates: T[] }>(path, parameters)) yield* rates
  }
}
