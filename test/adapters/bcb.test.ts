import { describe, expect, it } from 'vitest'
import source from '../../adapters/bcb.ts'
import { LayoutError } from '../../adapters/source.ts'

const answer = (currency: string, bulletin: string) =>
  source.parse({
    source: 'bcb',
    request: {
      method: 'GET',
      url: `https://olinda.bcb.gov.br/CotacaoMoedaPeriodo?@moeda=%27${currency}%27`,
      headers: {}
    },
    mediaType: 'application/json',
    headers: {},
    body: Buffer.from(
      `{"value":[{"paridadeCompra":1.0,"paridadeVenda":1.0,"cotacaoCompra":5.19950,"cotacaoVenda":5.20010,"dataHoraCotacao":"2026-03-02 13:09:26.433","tipoBoletim":"${bulletin}"}]}`
    )
  })

describe('the bulletins of the Central Bank of Brazil', () => {
  it('are read only if they are of the close', () => {
    expect(answer('USD', 'Fechamento')).toHaveLength(2)
    expect(answer('USD', 'Intermediário')).toEqual([])
  })

  it('do not name their currency: a request for one with an unknown direction is refused', () => {
    expect(() => answer('ARS', 'Fechamento')).toThrow(LayoutError)
  })
})
