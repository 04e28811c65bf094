import { expect, it } from 'vitest'
import { readCounted } from '../../adapters/kit/skip.ts'
import { LayoutError, type Publication, type Row, type Source } from '../../adapters/source.ts'
import { checkRows } from '../../pipelines/load/check.ts'
import { openDocument } from '../../tools/campaigns/editable.ts'
import { codesIn, datesIn, labelsIn, matchesOf, replaced, valuesIn, type Token } from '../../tools/campaigns/tokens.ts'
import { TODAY, referencePublications } from '../../tools/campaigns/truth.ts'

const AT_MOST = 2 // the number of tokens of each kind to rename in a document

const KEYS = /(?<=")[\w$-]+(?="\s*:)|(?<=<\/?)\w+(?=[\s>])|(?<=\s)\w+(?==")/g // the names in JSON and XML

/** At most AT_MOST tokens with different texts, spread over the document. */
function someOf(tokens: Token[]): Token[] {
  const distinct = [...new Map(tokens.map((token) => [token.text, token])).values()]
  return distinct.filter((_, index) => index % Math.ceil(distinct.length / AT_MOST) === 0)
}

/** Variants of a document, each with one code, name, key or date renamed. */
async function* renamings(publication: Publication, rows: Row[]): AsyncGenerator<[what: string, body: Uint8Array]> {
  const { text, save } = await openDocument(publication)
  const codes = someOf(codesIn(text, rows))
  const names = codes.length > 0 ? [] : someOf(labelsIn(text, valuesIn(text, rows)))
  for (const token of [...codes, ...names])
    yield [token.text, save(replaced(text, [[token, `${token.text.trimEnd()}O`]]))]
  for (const token of someOf(datesIn(text, rows))) yield [token.text, save(replaced(text, [[token, 'undated']]))]
  const keys = publication.mediaType === 'text/html' || text.includes('<table') ? [] : matchesOf(text, KEYS)
  for (const { text: key } of someOf(keys))
    yield [
      key,
      save(
        replaced(
          text,
          keys.filter((it) => it.text === key).map((it) => [it, `${key}O`])
        )
      )
    ]
}

const keyOf = ({ date, base, quote, type, value }: Row) => `${date} ${base} ${quote} ${type} ${Number(value)}`

/**
 * Whether the adapter refuses a document or names a part that it skips, or the pipeline quarantines at least as many
 * rows as are missing.
 */
async function isLoud(source: Source, publication: Publication, rows: Row[]): Promise<boolean> {
  try {
    const { rows: found, skippedItems } = await readCounted(() => source.parse(publication))
    if (Object.keys(skippedItems).some((reason) => reason.includes('expected'))) return true
    const kept = new Set(found.map(keyOf))
    return rows.filter((row) => !kept.has(keyOf(row))).length <= checkRows(found, source, TODAY).bad.length
  } catch (error) {
    return error instanceof LayoutError
  }
}

it('loses no row silently after a code, a name, a key or a date is renamed', async () => {
  const silent: string[] = []
  for (const { source, publication, rows } of await referencePublications({ recordings: false })) {
    for await (const [what, body] of renamings(publication, rows))
      if (!(await isLoud(source, { ...publication, body }, rows))) {
        silent.push(`${source.code}: ${what}`)
      }
  }
  expect(silent).toEqual([])
}, 600_000)
