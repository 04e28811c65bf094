import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { againstCopy, againstInverse, againstRatio } from '../../../adapters/kit/cross-check.ts'
import { loadSources } from '../../../adapters/registry.ts'
import { readText } from '../../../adapters/kit/text.ts'
import type { Publication } from '../../../adapters/source.ts'
import { readRecording } from '../../../pipelines/fetch/replay.ts'
import { FIXTURES, replay } from '../fixture.ts'

const sources = new Map((await loadSources()).map((source) => [source.code, source]))

describe('a figure that is printed again', () => {
  it('is compared with its copy in every digit', () => {
    expect(againstCopy('53.9256', '0.0000539256', 1000000)).toBeUndefined()
    expect(againstCopy('3.1606', '3.16060000')).toBeUndefined()
    expect(againstCopy('3.1606', undefined)).toBeUndefined()
    expect(againstCopy('3.1607', '3.1606')).toBe('the document also prints it as 3.1606')
    expect(againstCopy('3.1606', 'n/a')).toBe('the document also prints it as n/a')
  })

  it('is compared with its inverse within the digits of both', () => {
    expect(againstInverse('2.4594', '0.4066')).toBeUndefined()
    expect(againstInverse('962211.4861', '0')).toBeUndefined()
    expect(againstInverse('6.15757', '162.402', 1000)).toBeUndefined()
    expect(againstInverse('2.4694', '0.4066')).toBe('the document prints 0.4066 as its inverse')
    expect(againstInverse('2.4594', '2.4594')).toBe('the document prints 2.4594 as its inverse')
  })

  it('is compared with the ratio of two others within their digits or a hundredth', () => {
    expect(againstRatio('1.1614', '4.0649', '3.5')).toBeUndefined()
    expect(againstRatio('1.1614', 'n/a', '3.5')).toBeUndefined()
    expect(againstRatio('1.8363', '183.14', '105', 1, 0.1)).toBeUndefined()
    expect(againstRatio('1.1614', '183.14', '212.7', 1, 0.1)).toBe("the document's other rates give 0.861025")
    expect(againstRatio('1319257', '3.5', '0.0265', 10_000)).toBeUndefined()
    expect(againstRatio('5100', '3.5', '0.0007')).toBeUndefined()
    expect(againstRatio('0.913659205116492', '94.4', '103.24')).toBeUndefined()
    expect(againstRatio('1.1614', '3.5', '4.0649')).toBe("the document's other rates give 0.861030")
    expect(againstRatio('3670.4', '3.5', '0.9536', 100)).toBe("the document's other rates give 367.030")
  })
})

describe.each([
  ['amcm', '"usdMean":"5.7635"', '"usdMean":"5.7653"'],
  ['bccr', '"463.24"', '"464.24"'],
  ['bnb', '<RATE>1.23873<', '<RATE>1.23783<'],
  ['cbr', '<Value>', '<Value>1'],
  ['cbsl', '2.0549', '2.0449'],
  ['hmrc_avg', '3.0242', '3.2042'],
  ['nbg', '"rateFormated":"3.1606"', '"rateFormated":"3.1646"'],
  ['nbu', '"rate":50.9036', '"rate":50.9063']
])('%s', (code, printed, changed) => {
  it('compares a figure with its second print', async () => {
    const source = sources.get(code)!
    const publications = await replay(source, await readRecording(join(FIXTURES, code, 'main')))
    const publication = publications.find((it) => readText(it).includes(printed))!
    const contradicted = async (it: Publication) =>
      (await source.parse(it)).filter((row) => row.contradicted !== undefined).length
    expect(await contradicted(publication)).toBe(0)
    const body = Buffer.from(Buffer.from(publication.body).toString('latin1').replace(printed, changed), 'latin1')
    expect(await contradicted({ ...publication, body })).toBe(1)
  })
})

it('refuses a table of bazg that was set after the requested day', async () => {
  const source = sources.get('bazg')!
  const [table] = await replay(source, await readRecording(join(FIXTURES, 'bazg', 'main')))
  const request = { ...table!.request, url: table!.request.url.replace(/d=\d{8}/, 'd=20220101') }
  expect(() => source.parse({ ...table!, request })).toThrow('a table set on 2022-01-01 or before')
})
