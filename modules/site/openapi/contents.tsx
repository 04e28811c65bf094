import type { ComponentChildren } from 'preact'
import { operationPage } from '../../../api/contract/operation.ts'
import type { Document } from '../../../api/openapi/types.ts'
import { Breadcrumbs, Fold } from '../../pages/kit/components.tsx'
import { Layout } from '../../pages/kit/layout.tsx'
import {
  anchorOfHeading,
  DOCUMENTS,
  manualAddress,
  QUICK_STARTS,
  sectionsOf,
  type ManualDocument
} from '../manual/documents.ts'
import { endpointsOf } from './endpoint.tsx'
import { GUIDES } from './guides.tsx'

interface DocumentationProps {
  title: string
  /** The address of the page. */
  address: string
  /** The description for search engines. */
  summary: string
  document: Document
  /** The groups above the page, with their addresses. */
  trail?: Array<[string, string]>
  /** The titles of its sections. */
  sections?: string[]
  scripts?: string[]
  class?: string
  children: ComponentChildren
}

/** A page of the documentation, next to the contents of the whole documentation. */
export function Documentation({
  title,
  address,
  summary,
  document,
  trail = [['Documentation', '/docs']],
  sections = [],
  scripts = [],
  class: name = 'manual',
  children
}: DocumentationProps) {
  return (
    <Layout
      title={title}
      current="/docs"
      styles={['docs.css']}
      scripts={['contents.js', ...scripts]}
      description={summary}
    >
      {address !== '/docs' && <Breadcrumbs trail={trail} />}
      <h1 class={name === 'manual' ? undefined : 'endpoint-title'}>{title}</h1>
      <div class={name}>
        <Contents document={document} current={address} sections={sections} />
        {children}
      </div>
    </Layout>
  )
}

/** The contents of the documentation. With scripts, a field hides the entries that do not contain the typed text. */
function Contents({ document, current, sections }: { document: Document; current: string; sections: string[] }) {
  const endpoints = endpointsOf(document)
  const [quick, manual] = [true, false].map((isQuick) =>
    DOCUMENTS.filter(({ name }) => QUICK_STARTS.includes(name) === isQuick).map(entryOf)
  )
  return (
    <nav class="contents" aria-label="Contents">
      <input
        type="search"
        class="filter"
        aria-label="Search the documentation"
        placeholder="Search the documentation"
        autocomplete="off"
        hidden
      />
      <p class="quiet small" role="status" />
      <Fold summary="Contents">
        {sections.length > 1 && (
          <Entries
            title="On this page"
            entries={sections.map((text) => ({ href: `#${anchorOfHeading(text)}`, text }))}
            current={current}
          />
        )}
        <Entries title="Quick starts" entries={quick!} current={current} />
        <Entries title="Manual" entries={manual!} current={current} />
        <Entries
          title="Guides"
          entries={GUIDES.map(({ id, title }) => ({ href: manualAddress(id), text: title }))}
          current={current}
        />
        {document.tags.map(({ name }) => (
          <Entries
            title={name}
            address={`/docs#${anchorOfHeading(name)}`}
            current={current}
            entries={endpoints
              .filter(({ operation }) => operation.tags.includes(name))
              .map(({ path, operation }) => {
                return {
                  href: operationPage(operation.operationId),
                  text: titleOf(operation.summary),
                  words: [operation.summary, path, ...(operation.parameters ?? []).map((it) => it.name)].join(' ')
                }
              })}
          />
        ))}
      </Fold>
    </nav>
  )
}

/** The summary of an endpoint without its details. */
function titleOf(summary: string): string {
  return summary.split(/ ?[:;,(]/)[0]!
}

function entryOf(document: ManualDocument): Entry {
  return { href: manualAddress(document.name), text: document.title, words: sectionsOf(document).join(' ') }
}

interface Entry {
  href: string
  text: string
  /** Further search terms of the entry. */
  words?: string
}

function Entries({
  title,
  address,
  entries,
  current
}: {
  title: string
  address?: string
  entries: Entry[]
  current: string
}) {
  return (
    <div class="entries">
      <strong>{address ? <a href={address}>{title}</a> : title}</strong>
      <ul>
        {entries.map(({ href, text, words }) => (
          <li data-words={words}>
            <a href={href} aria-current={href === current ? 'page' : undefined}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
