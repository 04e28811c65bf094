import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { Marked } from 'marked'

const PROJECT = new URL('../../../', import.meta.url)

/** The documents that begin with requests to copy. */
export const QUICK_STARTS = ['ecb-eur-usd', 'market', 'twenty-years', 'invoice']

// The order of the sidebar. A new document comes last until it is placed here.
const FOR_CALLERS = [
  ...QUICK_STARTS,
  'api',
  'rates',
  'history',
  'accounts',
  'applicable',
  'proof',
  'changeovers',
  'events',
  'calendar',
  'changeovers',
  'compat',
  'family-d',
  'sdmx',
  'sql',
  'programs',
  'changes'
]
const ORDER = [
  ...FOR_CALLERS,
  'operating',
  'mirror-and-edition',
  'checks',
  'security',
  'sources',
  'glossary',
  'contributing',
  'architecture',
  'dependencies'
]

export interface ManualDocument {
  /** The name of its file without `.md`, which is also the last part of its address. */
  name: string
  title: string
  text: string
}

const MODULES = readdirSync(new URL('modules/', PROJECT), { withFileTypes: true })
  .filter((it) => it.isDirectory())
  .map(({ name }) => name)

/** The files of the manual: those of `docs/`, and those directly in the folder of a module. */
export const DOCUMENT_FILES = ['docs/', ...MODULES.map((name) => `modules/${name}/`)].flatMap((folder) =>
  readdirSync(new URL(folder, PROJECT))
    .filter((name) => name.endsWith('.md'))
    .map((name) => folder + name)
)

/** The documents in the order in which they are listed. */
export const DOCUMENTS: ManualDocument[] = DOCUMENT_FILES.map(readDocument).sort(
  (one, other) => place(one) - place(other)
)

function readDocument(file: string): ManualDocument {
  const [, title, text] = /^# (.+)\n([^]*)$/.exec(readFileSync(new URL(file, PROJECT), 'utf8'))!
  return { name: basename(file, '.md'), title: title!, text: text! }
}

function place({ name }: ManualDocument): number {
  return ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length
}

/** True for a document that explains how to call the service. */
export function isForCallers({ name }: ManualDocument): boolean {
  return FOR_CALLERS.includes(name)
}

/** The address of a document's page. */
export function manualAddress(name: string): string {
  return `/docs/${name}`
}

/** The anchor of a heading, formed as on code hosts, so that a link works in the file and on the page. */
export function anchorOfHeading(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

/** The titles of a document's sections. */
export function sectionsOf({ text }: ManualDocument): string[] {
  return [...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title!)
}

/** The section of a document with a title. */
export function sectionOf({ text }: ManualDocument, title: string): string {
  return text.split(/^(?=## )/m).find((it) => it.startsWith(`## ${title}\n`))!
}

/** The Markdown of a document, whose links and examples lead to the service at `origin`. */
export function markdownOf({ text }: ManualDocument, origin: string): string {
  return text
    .replaceAll('http://localhost:8080', origin)
    .replace(/\[([^[\]]+)\]\(([^()\s]+)\)/g, (_link, name: string, href: string) => {
      const address = addressOf(href)
      return address === undefined ? name : `[${name}](${address.replace(/^\//, `${origin}/`)})`
    })
}

const marked = new Marked({
  renderer: {
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${anchorOfHeading(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
    },
    code({ text, lang }) {
      return `<pre tabindex="0"><code${lang ? ` class="language-${lang}"` : ''}>${escaped(text)}</code></pre>\n`
    },
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens)
      const address = addressOf(href)
      return address === undefined ? text : `<a href="${escaped(address)}">${text}</a>`
    }
  }
})

/**
 * Renders the Markdown of a document, which is trusted because it is part of the program. Its examples call the service
 * at `origin`.
 */
export function renderDocument({ text }: ManualDocument, origin: string): string {
  let tables = 0
  let examples = 0
  return marked
    .parse(text, { async: false })
    .replace(
      /<table>/g,
      () => `<div class="table dense" role="region" aria-label="Table ${++tables}" tabindex="0"><table>`
    )
    .replaceAll('</table>', '</table></div>')
    .replace(/<pre[^]*?<\/pre>/g, (example) => copied(example.replaceAll('http://localhost:8080', origin), ++examples))
}

/** An example with a button that copies it, unless it is an answer. */
function copied(example: string, at: number): string {
  if (!/^<pre[^>]*><code class="language-(?!csv|json|jsonc|text|xml)/.test(example)) return example
  const named = example.replace('<code ', `<code id="example-${at}" `)
  return `<div class="example">${named}<button type="button" class="plain small" data-copies="example-${at}" hidden>Copy<span class="hidden"> the example</span></button></div>`
}

/** The address on the site for a link in a document; undefined for a file that the site does not show. */
function addressOf(href: string): string | undefined {
  if (/^(https?:|#|\/)/.test(href)) return href
  const [, name, anchor = ''] = /(?:^|\/)([\w-]+)\.md(#.*)?$/.exec(href) ?? []
  return DOCUMENTS.some((it) => it.name === name) ? `${manualAddress(name!)}${anchor}` : undefined
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
