import { describe, expect, it } from 'vitest'
import { isMissing, readSdmxCsv, readSdmxXml, type Observation } from '../../../adapters/kit/sdmx.ts'
import { LayoutError, type Publication } from '../../../adapters/source.ts'

const publicationOf = (text: string): Publication => {
  return { source: 'test', request: { method: 'GET', url: 'https://test.example/', headers: {} }, mediaType: '', headers: {}, body: Buffer.from(text) }
}
const seen = (observations: Observation[]) => observations.map((it) => [it('FREQ'), it('CURRENCY'), it('UNIT_MULT'), it('TIME_PERIOD'), it('OBS_VALUE')])

const EXPECTED = [['D', 'SEK', '2', '2026-03-16', '104.07'], ['D', 'SEK', '2', '2026-03-17', '103.50'], ['D', 'USD', '0', '2026-03-16', '9.7134']]

const MESSAGES = {
  'generic 2.1 in series': `<message:GenericData xmlns:message="m" xmlns:generic="g"><message:Header/><message:DataSet>
    <generic:Series><generic:SeriesKey><generic:Value id="FREQ" value="D"/><generic:Value id="CURRENCY" value="SEK"/></generic:SeriesKey>
      <generic:Attributes><generic:Value id="UNIT_MULT" value="2"/></generic:Attributes>
      <generic:Obs><generic:ObsDimension value="2026-03-16"/><generic:ObsValue value="104.07"/></generic:Obs>
      <generic:Obs><generic:ObsDimension value="2026-03-17"/><generic:ObsValue value="103.50"/></generic:Obs></generic:Series>
    <generic:Series><generic:SeriesKey><generic:Value id="FREQ" value="D"/><generic:Value id="CURRENCY" value="USD"/></generic:SeriesKey>
      <generic:Attributes><generic:Value id="UNIT_MULT" value="0"/></generic:Attributes>
      <generic:Obs><generic:ObsDimension id="TIME_PERIOD" value="2026-03-16"/><generic:ObsValue value="9.7134"/></generic:Obs></generic:Series>
  </message:DataSet></message:GenericData>`,
  'generic 2.1, flat': `<GenericData><DataSet>${EXPECTED.map(([freq, currency, mult, period, value]) => `<Obs>
    <ObsKey><Value id="FREQ" value="${freq}"/><Value id="CURRENCY" value="${currency}"/><Value id="TIME_PERIOD" value="${period}"/></ObsKey>
    <ObsValue value="${value}"/><Attributes><Value id="UNIT_MULT" value="${mult}"/></Attributes></Obs>`).join('')}</DataSet></GenericData>`,
  'generic 2.0 with groups': `<GenericData><DataSet>
    <Group type="Sibling"><GroupKey><Value concept="CURRENCY" value="SEK"/></GroupKey><Attributes><Value concept="UNIT_MULT" value="2"/></Attributes></Group>
    <Group type="Sibling"><GroupKey><Value concept="CURRENCY" value="USD"/></GroupKey><Attributes><Value concept="UNIT_MULT" value="0"/></Attributes></Group>
    <Series><SeriesKey><Value concept="FREQ" value="D"/><Value concept="CURRENCY" value="SEK"/></SeriesKey>
      <Obs><Time>2026-03-16</Time><ObsValue value="104.07"/></Obs><Obs><Time>2026-03-17</Time><ObsValue value="103.50"/></Obs></Series>
    <Series><SeriesKey><Value concept="FREQ" value="D"/><Value concept="CURRENCY" value="USD"/></SeriesKey>
      <Obs><Time>2026-03-16</Time><ObsValue value="9.7134"/></Obs></Series></DataSet></GenericData>`,
  'structure-specific': `<message:StructureSpecificData xmlns:message="m"><message:DataSet FREQ="D">
    <Group CURRENCY="SEK" UNIT_MULT="2"/><Group CURRENCY="USD" UNIT_MULT="0"/>
    <Series CURRENCY="SEK"><Obs TIME_PERIOD="2026-03-16" OBS_VALUE="104.07"/><Obs TIME_PERIOD="2026-03-17" OBS_VALUE="103.50"/></Series>
    <Series CURRENCY="USD"><Obs TIME_PERIOD="2026-03-16" OBS_VALUE="9.7134"/></Series></message:DataSet></message:StructureSpecificData>`,
  'compact, flat': `<CompactData><DataSet>${EXPECTED.map(([freq, currency, mult, period, value]) => {
    return `<Obs FREQ="${freq}" CURRENCY="${currency}" UNIT_MULT="${mult}" TIME_PERIOD="${period}" OBS_VALUE="${value}"/>`
  }).join('')}</DataSet></CompactData>`
}

describe('kit/sdmx', () => {
  it.each(Object.entries(MESSAGES))('reads a message that is %s', (_, message) => {
    expect(seen(readSdmxXml(publicationOf(message)))).toEqual(EXPECTED)
  })

  it.each([',', ';'])('reads CSV with %s between its columns', (delimiter) => {
    const lines = [['DATAFLOW', 'FREQ', 'CURRENCY', 'UNIT_MULT', 'TIME_PERIOD', 'OBS_VALUE'], ...EXPECTED.map((it) => ['BANK:EXR(1.0)', ...it])]
    expect(seen(readSdmxCsv(publicationOf(`${lines.map((line) => line.join(delimiter)).join('\r\n')}\r\n`), { delimiter }))).toEqual(EXPECTED)
  })

  it('recognises an observation without a figure', () => {
    const [empty, missing, zero] = readSdmxXml(publicationOf('<GenericData><DataSet><Obs/><Obs><ObsValue value="NaN"/></Obs><Obs><ObsValue value="0"/></Obs></DataSet></GenericData>'))
    expect([isMissing(empty!), isMissing(missing!), isMissing(zero!)]).toEqual([true, true, false])
  })

  it.each([
    '<Error><ErrorMessage code="100"><Text>No results</Text></ErrorMessage></Error>',
    '<CompactData><DataSet/></CompactData>',
    '<GenericData><DataSet><Series><SeriesKey><Key id="FREQ" value="D"/></SeriesKey><Obs/></Series></DataSet></GenericData>'
  ])('refuses %s', (message) => {
    expect(() => readSdmxXml(publicationOf(message))).toThrow(LayoutError)
  })

  it('refuses CSV without a column for the figure, or without a line', () => {
    expect(() => readSdmxCsv(publicationOf('TIME_PERIOD,VALUE\n2026-03-16,1\n'))).toThrow(LayoutError)
    expect(() => readSdmxCsv(publicationOf('TIME_PERIOD,OBS_VALUE\n'))).toThrow(LayoutError)
  })

  it('refuses an observation without a requested dimension', () => {
    expect(() => readSdmxXml(publicationOf(MESSAGES['compact, flat']))[0]!('QUOTE')).toThrow('QUOTE of an observation')
  })
})
