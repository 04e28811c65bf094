import { describe, expect, it } from 'vitest'
import source from '../../adapters/bcb.ts'
import { LayoutError, type Row } from '../../adapters/source.ts'

const parse = (currency: string, bulletins: string) =>
  source.parse({
    source: 'bcb',
    request: {
      method: 'GET',
      url: `https://olinda.bcb.gov.br/CotacaoMoedaPeriodo?@moeda=%27${currency}%27`,
      headers: {}
    },
    mediaType: 'application/json',
    headers: {},
    body: Buffer.from(`{"value":[${bulletins}]}`)
  }) as Row[]

const answer = (currency: string, bulletin: string) =>
  parse(
    currency,
    `{"paridadeCompra":1.0,"paridadeVenda":1.0,"cotacaoCompra":5.19950,"cotacaoVenda":5.20010,"dataHoraCotacao":"2026-03-02 13:09:26.433","tipoBoletim":"${bulletin}"}`
  )

describe('the bulletins of the Central Bank of Brazil', () => {
  it('gives the opening and intermediate bulletins types of their own', () => {
    const bulletin = (time: string, kind: string, sell: string) =>
      `{"paridadeCompra":1.0,"paridadeVenda":1.0,"cotacaoCompra":5.19950,"cotacaoVenda":${sell},"dataHoraCotacao":"2026-03-02 ${time}","tipoBoletim":"${kind}"}`
    const rows = parse(
      'USD',
      [
        bulletin('13:09:26.433', 'Fechamento', '5.20010'),
        bulletin('12:05:10.1', 'Intermediário', '5.20030'),
        bulletin('11:05:10.1', 'Intermediário', '5.20020'),
        bulletin('10:08:28.1', 'Abertura', '5.20040')
      ].join()
    )
    expect(rows.filter(({ type }) => type.endsWith('sell')).map(({ type, value }) => `${type} ${value}`)).toEqual([
      'sell 5.20010',
      'intermediate_2_sell 5.20030',
      'intermediate_1_sell 5.20020',
      'opening_sell 5.20040'
    ])
    expect(rows.every(({ type }) => source.rateTypes.includes(type))).toBe(true)
  })

  it('refuses a request for a currency of unknown direction, which the bulletin does not name', () => {
    expect(() => answer('ARS', 'Fechamento')).toThrow(LayoutError)
  })
})
