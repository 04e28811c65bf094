import { load, type Cheerio } from 'cheerio'
import type { AnyNode, Element } from 'domhandler'
import { adapter } from 'parse5-htmlparser2-tree-adapter'
import { LayoutError, type Publication } from '../source.ts'
import { checkDigits, excerpt, readText, squeeze } from './text.ts'

/** An element of a page, found by CSS selectors. */
export class HtmlElement {
  readonly #element: Cheerio<AnyNode>
  readonly #selector: string

  constructor (element: Cheerio<AnyNode>, selector: string) {
    this.#element = element
    this.#selector = selector
  }

  /** All text inside, white space squeezed. */
  get text (): string {
    return squeeze(this.#element.text())
  }

  /** An attribute's text. Throws a `LayoutError` where it is missing and no fallback is given. */
  attribute (name: string, fallback?: string): string {
    const value = this.#element.attr(name) ?? fallback
    if (value === undefined) throw new LayoutError(`${this.#selector}[${name}]`, excerpt(this.text))
    return value
  }

  all (selector: string): HtmlElement[] {
    const found = this.#element.find(selector)
    return found.toArray().map((_, index) => new HtmlElement(found.eq(index), selector))
  }

  /** The only element of that selector. Throws a `LayoutError` where there is none, or several: their order does not say which is right. */
  one (selector: string): HtmlElement {
    const found = this.all(selector)
    if (found.length !== 1) throw new LayoutError(`one ${selector} in ${this.#selector}`, `${found.length}: ${excerpt(this.text)}`)
    return found[0]!
  }

  /** Of a table: the texts of its cells, row by row, tables inside it left out. */
  get rows (): string[][] {
    const own = (_: number, row: Element) => this.#element.find(row).closest('table').is(this.#element)
    const rows = this.#element.find('tr').filter(own)
    return rows.toArray().map((_, index) => rows.eq(index).children('th, td').toArray().map((cell) => squeeze(this.#element.find(cell).text())))
  }
}

/**
 * An HTML publication. `end` is what the document must hold near its end to be whole: `</html>` for a page, another mark for a fragment.
 * Throws a `LayoutError` for a document that is cut off.
 */
export function readHtml (publication: Publication, end = '</html>'): HtmlElement {
  const text = readText(publication)
  if (!text.slice(-2000).toLowerCase().includes(end)) throw new LayoutError(`a page that ends with ${end}`, excerpt(text.slice(-80)))
  checkTags(text)
  checkDigits(text)
  return new HtmlElement(load(text, { treeAdapter: boundedTree(text.length) }).root(), 'page')
}

const MAX_DEPTH = 500
const MAX_ATTRIBUTES = 5000
const MAX_CHILDREN = 20_000 // of one element: the rows of a table, or the cells of a row
const NO_MARKUP = /^(script|style)$/i // their content is no markup
const SHORTEST_ELEMENT = 3 // <b>

/** The parser's tree with bounds: elements that lie ever deeper, are made again and again, or stand beside thousands of others, cost more than the page is long. */
function boundedTree (length: number): typeof adapter {
  let [depth, made] = [0, 0]
  const children = new Map<unknown, number>()
  const countChild = (parent: unknown) => {
    const count = (children.get(parent) ?? 0) + 1
    if (count > MAX_CHILDREN) throw new LayoutError(`a page of at most ${MAX_CHILDREN} elements in another`, 'more')
    children.set(parent, count)
  }
  return {
    ...adapter,
    appendChild: (parent, node) => {
      countChild(parent)
      adapter.appendChild(parent, node)
    },
    insertBefore: (parent, node, before) => {
      countChild(parent)
      adapter.insertBefore(parent, node, before)
    },
    createElement: (...details) => {
      made += 1
      if (made > 1000 + length / SHORTEST_ELEMENT) throw new LayoutError('a page with no more elements than its text contains', 'far more')
      return adapter.createElement(...details)
    },
    onItemPush: () => {
      depth += 1
      if (depth > MAX_DEPTH) throw new LayoutError(`a page nested at most ${MAX_DEPTH} elements deep`, 'more')
    },
    onItemPop: () => { depth -= 1 }
  }
}

/** The parser compares each attribute of a tag with all before it. */
function checkTags (text: string): void {
  const tag = /<([a-z][^\s/>]*)/gi
  const attribute = /[\s/]*(?:=[^\s/>=]*|[^\s/>=]+)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]*))?/y
  for (let match = tag.exec(text); match; match = tag.exec(text)) {
    let count = 0
    for (attribute.lastIndex = tag.lastIndex; attribute.test(text); count += 1) tag.lastIndex = attribute.lastIndex
    if (count > MAX_ATTRIBUTES) throw new LayoutError(`a page of at most ${MAX_ATTRIBUTES} attributes in a tag`, `${count} in <${match[1]}`)
    if (NO_MARKUP.test(match[1]!)) tag.lastIndex = text.indexOf('</', tag.lastIndex) + 1 || text.length
  }
}
