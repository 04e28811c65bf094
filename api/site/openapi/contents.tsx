import type { Document } from '../../openapi/types.ts'
import { endpointsOf } from './endpoint.tsx'
import { ManualEntries } from '../manual/manual.tsx'
import { GUIDES } from './guides.tsx'

interface ContentsProps {
  document: Document
  /** The documentation addresses of operations, by name. */
  addressOf: (operationId: string) => string
  /** The operation whose page this is. */
  current?: string
  /** The page that holds the guides, if it is another. */
  guides?: string
}

/** The contents of the documentation. With scripts a field leaves only the entries that contain what is typed. */
export function Contents ({ document, addressOf, current, guides = '' }: ContentsProps) {
  const endpoints = endpointsOf(document)
  return (
    <nav class="contents" aria-label="Contents">
      <input type="search" class="filter" aria-label="Search the documentation" placeholder="Search endpoints" autocomplete="off" hidden />
      <p class="quiet small" role="status" />
      <ManualEntries />
      <Entries title="Guides" entries={GUIDES.map(({ id, title }) => ({ href: `${guides}#${id}`, text: title }))} />
      {document.tags.map(({ name }) => (
        <Entries
          title={name}
          address={`${guides}#${anchorOf(name)}`}
          entries={endpoints.filter(({ operation }) => operation.tags.includes(name)).map(({ verb, path, operation }) => ({
            href: addressOf(operation.operationId),
            text: `${verb === 'get' ? '' : `${verb.toUpperCase()} `}${path}`,
            words: [operation.summary, ...(operation.parameters ?? []).map((it) => it.name)].join(' '),
            isCurrent: operation.operationId === current
          }))}
        />
      ))}
    </nav>
  )
}

interface Entry {
  href: string
  text: string
  /** Further search terms of the entry. */
  words?: string
  isCurrent?: boolean
}

function Entries ({ title, address, entries }: { title: string, address?: string, entries: Entry[] }) {
  return (
    <div class="entries">
      <strong>{address ? <a href={address}>{title}</a> : title}</strong>
      <ul>{entries.map(({ href, text, words, isCurrent }) => <li data-words={words}><a href={href} aria-current={isCurrent ? 'page' : undefined}>{text}</a></li>)}</ul>
    </div>
  )
}

/** The anchor of a heading. */
export function anchorOf (name: string): string {
  return name.toLowerCase().replaceAll(' ', '-')
}
