import type { MovedLabel, OldPlace } from '../../adapters/kit/reading.ts'
import type { Row } from '../../adapters/source.ts'
import { digitsOf, figuresIn } from '../read/figures.ts'
import type { Outline, Part } from '../read/outline.ts'

const MAX_SHAPE = 60

/**
 * Removed labels, then new, moved and unmoved ones. Digits in labels differ from day to day and are ignored. A changed
 * notation of a column, element or key also counts as a new label, such as `#,#` instead of `#.#` (# for digits, a for
 * letters).
 */
export function movesOf(before: Outline, after: Outline): MovedLabel[] {
  const [old, now] = [placesOf(before.labels), placesOf(after.labels)]
  const all: MovedLabel[] = [...new Set([...old.keys(), ...now.keys()])].map((label) => ({
    label,
    before: old.get(label),
    after: now.get(label)
  }))
  const rank = (it: MovedLabel) =>
    it.after === undefined ? 0 : it.before === undefined ? 1 : it.before === it.after ? 3 : 2
  return [...all, ...newShapes(before, after)].sort((one, other) => rank(one) - rank(other))
}

function newShapes(before: Outline, after: Outline): MovedLabel[] {
  const old = shapesOf(before.cells)
  return [...shapesOf(after.cells)]
    .filter(([key]) => !old.has(key))
    .map(([, { place, text }]) => ({ label: text, after: place }))
}

/** The notation of the cells with digits in each column, element or key. */
function shapesOf(cells: Part[]): Map<string, Part> {
  const parts = cells
    .filter(({ text }) => text.length <= MAX_SHAPE && /\d/.test(text))
    .map(({ place, text }) => {
      return {
        place: place
          .replace(/(row|line) \d+/, '$1s')
          .replace(/\[\d+\]/g, '[]')
          .replace(/(![A-Z]+)\d+$/, '$1'),
        text: text.replace(/\d+/g, '#').replace(/\p{L}+/gu, 'a')
      }
    })
  return new Map(parts.map((part) => [`${part.place} ${part.text}`, part]))
}

/** The first place of each label. */
function placesOf(labels: Part[]): Map<string, string> {
  const places = new Map<string, string>()
  for (const { text, place } of labels) {
    const label = text.replace(/\d+/g, '#')
    if (!places.has(label)) places.set(label, place)
  }
  return places
}

/**
 * The places of one document's figures, and the text at these places in another document. Figures are found by their
 * digits, in the order of the document, since formats write decimal marks and units in many ways.
 */
export function atOldPlaces(rows: Row[], before: Outline, after: Outline): OldPlace[] {
  const now = new Map(after.cells.map(({ place, text }) => [place, text]))
  const figures = before.cells.flatMap(({ place, text }) =>
    figuresIn(text).map((figure) => ({ place, digits: digitsOf(figure) }))
  )
  let next = 0
  return rows.map(({ date, base, quote, type, value }) => {
    const wanted = digitsOf(value)
    const behind = figures.findIndex(({ digits }, index) => index >= next && digits === wanted)
    const at = behind >= 0 ? behind : figures.findIndex(({ digits }) => digits === wanted)
    if (at >= 0) next = at + 1
    const place = figures[at]?.place
    return { date, base, quote, type, value, place, found: place === undefined ? undefined : now.get(place) }
  })
}
