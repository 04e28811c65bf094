import { describe, expect, it } from 'vitest'
import { faultIn, readSoap, soapCall } from '../../../adapters/kit/soap.ts'
import { parseXml } from '../../../adapters/kit/xml.ts'
import { LayoutError, type Publication } from '../../../adapters/source.ts'

const answer = (content: string): Publication => ({
  source: 'test',
  request: { method: 'POST', url: 'https://test.example/', headers: {} },
  mediaType: 'text/xml',
  headers: {},
  body: Buffer.from(
    `<?xml version="1.0"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${content}</s:Body></s:Envelope>`
  )
})

const FAULT = '<s:Fault><faultcode>s:Client</faultcode><faultstring>No such date</faultstring></s:Fault>'

describe('kit/soap', () => {
  it('calls an operation with its fields in order', () => {
    const { headers, body } = soapCall(
      'http://bank.example/',
      'Rates',
      { Entry: { From: '2026-01-01', Name: 'a < b & c' }, Group: '0' },
      'http://bank.example/Rates'
    )
    expect(headers).toEqual({ 'content-type': 'text/xml; charset=utf-8', soapaction: '"http://bank.example/Rates"' })
    expect(body).toContain('<ns:Rates>')
    const call = parseXml(body, 'Envelope').one('Body').one('Rates')
    expect(call.all().map((it) => it.name)).toEqual(['Entry', 'Group'])
    expect(
      call
        .one('Entry')
        .all()
        .map((it) => [it.name, it.text])
    ).toEqual([
      ['From', '2026-01-01'],
      ['Name', 'a < b & c']
    ])
  })

  it('returns the answer of an operation', () => {
    expect(
      readSoap(answer('<RatesResponse xmlns="http://bank.example/"><Rate>1.25</Rate></RatesResponse>'), 'Rates').one(
        'Rate'
      ).text
    ).toBe('1.25')
  })

  it.each([FAULT, '<OtherResponse/>', ''])('refuses %j', (content) => {
    expect(() => readSoap(answer(content), 'Rates')).toThrow(LayoutError)
  })

  it('reports the text of a SOAP 1.1 or 1.2 fault', () => {
    expect(() => readSoap(answer(FAULT), 'Rates')).toThrow('found the fault "No such date"')
    expect(
      faultIn(
        '<env:Fault><env:Code/><env:Reason><env:Text xml:lang="en">No such date</env:Text></env:Reason></env:Fault>'
      )
    ).toBe('No such date')
    expect(faultIn('<html><Text>Fault</Text></html>')).toBeUndefined()
  })
})
