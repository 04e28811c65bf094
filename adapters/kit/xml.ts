import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { LayoutError, type Publication } from '../source.ts'
import { checkDigits, excerpt, readText } from './text.ts'

type Node = Record<string, unknown>

const ATTRIBUTES = ':@'
const TEXT = '#text'

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  ignoreDeclaration: true,
  ignorePiTags: true
})

/** An element of a document, by local name: namespaces and prefixes do not matter. */
export class XmlElement {
  readonly name: string
  readonly #node: Node

  constructor(node: Node) {
    this.#node = node
    this.name = tagOf(node)
  }

  /** The element's own text, trimmed; empty for an empty element. */
  get text(): string {
    return this.#content
      .filter((child) => TEXT in child)
      .map((child) => String(child[TEXT]))
      .join('')
      .trim()
  }

  /** An attribute's text. Throws a `LayoutError` if it is missing and no fallback is given. */
  attribute(name: string, fallback?: string): string {
    const value = this.attributes[name] ?? fallback
    if (value === undefined) throw new LayoutError(`<${this.name} ${name}>`, excerpt(JSON.stringify(this.#node)))
    return value
  }

  /** All attributes by their local names. */
  get attributes(): Record<string, string> {
    return { ...(this.#node[ATTRIBUTES] as Record<string, string> | undefined) }
  }

  /** The children of that name, or all children, in the order of the document. */
  all(name?: string): XmlElement[] {
    return this.#content
      .filter((child) => (name === undefined ? !(TEXT in child) : name in child))
      .map((child) => new XmlElement(child))
  }

  /**
   * All children, which must have that name; there may be none. Throws a `LayoutError` for a child with another name.
   */
  only(name: string): XmlElement[] {
    const other = this.all().find((child) => child.name !== name)
    if (other) throw new LayoutError(`nothing but <${name}> in <${this.name}>`, `<${other.name}>`)
    return this.all(name)
  }

  /**
   * The only child with that name. Throws a `LayoutError` for none or several, because their order does not show which
   * one is right.
   */
  one(name: string): XmlElement {
    const child = this.maybe(name)
    if (!child) {
      throw new LayoutError(
        `<${name}> in <${this.name}>`,
        excerpt(
          this.all()
            .map((it) => `<${it.name}>`)
            .join(' ') || this.text
        )
      )
    }
    return child
  }

  /** The child with that name, if there is one. Throws a `LayoutError` for several. */
  maybe(name: string): XmlElement | undefined {
    const [child, ...others] = this.all(name)
    if (others.length > 0) throw new LayoutError(`one <${name}> in <${this.name}>`, `${others.length + 1} of them`)
    return child
  }

  /** Its attributes, text and children, as `JSON.stringify` writes it. */
  toJSON(): unknown {
    return [this.name, this.attributes, this.text, this.all()]
  }

  get #content(): Node[] {
    return this.#node[this.name] as Node[]
  }
}

function tagOf(node: Node): string {
  return Object.keys(node).find((key) => key !== ATTRIBUTES)!
}

/**
 * The root of an XML publication, which must have one of these names. Throws a `LayoutError` for anything but a
 * complete, well-formed document.
 */
export function readXml(publication: Publication, ...roots: [string, ...string[]]): XmlElement {
  return parseXml(readText(publication), ...roots)
}

/**
 * The root of an XML text, such as a document inside a SOAP answer. Refuses a document that declares entities, because
 * one could replace a figure.
 */
export function parseXml(text: string, ...roots: [string, ...string[]]): XmlElement {
  const expected = roots.map((root) => `<${root}>`).join(' or ')
  const entity = /<!ENTITY\b.{0,80}/i.exec(text)
  if (entity) throw new LayoutError(`${expected} without entities`, excerpt(entity[0]))
  checkDigits(text)
  const top = nodesOf(text.trimStart(), expected).find((node) => !(TEXT in node))
  if (!top || !roots.includes(tagOf(top))) throw new LayoutError(expected, excerpt(text))
  return new XmlElement(top)
}

function nodesOf(text: string, expected: string): Node[] {
  const fault = XMLValidator.validate(text)
  if (fault !== true) {
    throw new LayoutError(`a complete XML document ${expected}`, `${fault.err.msg} in ${excerpt(text)}`)
  }
  try {
    return parser.parse(text) as Node[]
  } catch (error) {
    throw new LayoutError(`an XML document ${expected}`, `${(error as Error).message} in ${excerpt(text)}`, {
      cause: error
    })
  }
}
