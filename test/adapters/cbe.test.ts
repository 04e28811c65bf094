import { expect, it } from 'vitest'
import cbe from '../../adapters/cbe.ts'
import type { Http, PostOptions, Publication } from '../../adapters/source.ts'

const FORM = `<form id="historicalDataForm">
<input name="__RequestVerificationToken" value="token"><input name="DataSourceId" value="id"><input name="FallbackUrl" value="/page"><input name="LanguageName" value="en">
<select name="SelectedSelectOptions"><option value="Euro">Euro</option></select></form></html>`

async function posts(cookies: string | string[]): Promise<PostOptions[]> {
  const sent: PostOptions[] = []
  const form = { headers: { 'set-cookie': cookies }, body: Buffer.from(FORM) } as unknown as Publication
  const http = {
    get: async () => form,
    post: async (_: string, options: PostOptions) => sent.push(options)
  } as unknown as Http
  const publications = cbe.fetch({ from: '2026-02-25', to: '2026-04-01', today: '2026-04-01' }, http)
  while (!(await publications[Symbol.asyncIterator]().next()).done);
  return sent
}

it('sends the cookies of the form once each, and its token, with every request of at most 30 days', async () => {
  const sent = await posts(['session=one; path=/', 'session=one; path=/', 'cbe#lang=en; secure'])
  expect(sent.map((it) => it.headers?.cookie)).toEqual(['session=one; cbe#lang=en', 'session=one; cbe#lang=en'])
  expect(sent.map((it) => it.body)).toEqual([
    '__RequestVerificationToken=token&DataSourceId=id&FallbackUrl=%2Fpage&LanguageName=en&FromDateRaw=25%2F02%2F2026&ToDateRaw=26%2F03%2F2026&SelectedSelectOptions=Euro&SubmitAction=2',
    '__RequestVerificationToken=token&DataSourceId=id&FallbackUrl=%2Fpage&LanguageName=en&FromDateRaw=19%2F03%2F2026&ToDateRaw=01%2F04%2F2026&SelectedSelectOptions=Euro&SubmitAction=2'
  ])
})

it('sends a single cookie', async () => {
  expect((await posts('session=one; path=/'))[0]!.headers?.cookie).toBe('session=one')
})
