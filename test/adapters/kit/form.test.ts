import { describe, expect, it } from 'vitest'
import { readForm } from '../../../adapters/kit/form.ts'
import { LayoutError, type Publication } from '../../../adapters/source.ts'

const page = (html: string): Publication => ({
  source: 'test',
  request: { method: 'GET', url: 'https://bank.example/rates/form.aspx?lang=en', headers: {} },
  mediaType: 'text/html',
  headers: {},
  body: Buffer.from(`<html><body>${html}</body></html>`)
})

const FORM = `<form action="/search"><input name="q"></form>
  <form id="rates" method="post" action="./form.aspx">
    <input type="hidden" name="__VIEWSTATE" value="/wEPDw+=" /><input type="HIDDEN" name="__EVENTTARGET">
    <select name="ctl00$g_1$Currencies"><option value="-1">All</option></select><input name="ctl00$g_1$From"><input type="hidden" value="no name">
  </form>`

describe('kit/form', () => {
  it('submits a form with its hidden fields and does not store them', () => {
    const form = readForm(page(FORM), '#rates')
    expect(form.url).toBe('https://bank.example/rates/form.aspx')
    expect(form.names).toEqual(['__VIEWSTATE', '__EVENTTARGET', 'ctl00$g_1$Currencies', 'ctl00$g_1$From'])
    const { body, transient, headers } = form.submit([
      ['__EVENTTARGET', 'pager'],
      [form.nameOf('From'), '01/02/2026']
    ])
    expect([...new URLSearchParams(body)]).toEqual([
      ['__VIEWSTATE', '/wEPDw+='],
      ['__EVENTTARGET', 'pager'],
      ['ctl00$g_1$From', '01/02/2026']
    ])
    expect(transient).toEqual(['__VIEWSTATE'])
    expect(headers).toEqual({ 'content-type': 'application/x-www-form-urlencoded' })
  })

  it('submits to its own page without an action', () => {
    expect(readForm(page('<form></form>')).url).toBe('https://bank.example/rates/form.aspx?lang=en')
  })

  it('refuses a page without the form, and a name that matches no field or several', () => {
    expect(() => readForm(page('<p>Sorry</p>'))).toThrow(LayoutError)
    const form = readForm(page(FORM), '#rates')
    expect(() => form.nameOf('To')).toThrow(LayoutError)
    expect(() => form.nameOf('')).toThrow(LayoutError)
  })
})
