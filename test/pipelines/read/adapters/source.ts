import { defineSource, type Source } from '../../../../adapters/source.ts'

/** A test source whose documents are CSV lines of a date, a currency and a rate. */
export function sourceWith({ code, fetch }: Pick<Source, 'code' | 'fetch'>): Source {
  return defineSource({
    code,
    name: `Bank of ${code}`,
    country: 'XX',
    homeCurrency: 'EUR',
    kind: 'central_bank',
    rateTypes: ['reference'],
    sourceUrl: `http://${code}.example/`,
    timezone: 'UTC',
    schedule: '0 12 * * *',
    cadence: 'daily',
    historyFrom: '2026-01-01',
    dated: 'made',
    verified: 'description',
    credentials: [{ name: 'TEST_KEY', where: 'https://example.com/keys', optional: true }],
    fetch,
    parse: ({ body }) =>
      Buffer.from(body)
        .toString()
        .trim()
        .split('\n')
        .map((line) => {
          const [date, base, value] = line.split(',') as [string, string, string]
          return { date, base, quote: 'EUR', type: 'reference', value }
        })
  })
}
