/** A button that copies the text of an element; it needs a script. `hint` completes its label for screen readers. */
export function CopyButton({
  of,
  label = 'Copy',
  hint,
  isSmall = true
}: {
  of: string
  label?: string
  hint?: string
  isSmall?: boolean
}) {
  return (
    <button type="button" class={isSmall ? 'plain small' : 'plain'} data-copies={of} hidden>
      {label}
      {hint && <span class="hidden">{` ${hint}`}</span>}
    </button>
  )
}

/** Texts to copy, each with its name and a button. Without scripts they can be selected. */
export function CopyAs({ texts, prefix = 'copy' }: { texts: CopyText[]; prefix?: string }) {
  return (
    <dl class="copies">
      {texts.map(([name, text], at) => (
        <div>
          <dt>{name}</dt>
          <dd>
            <Text id={`${prefix}-${at}`} text={text} />{' '}
            <CopyButton of={`${prefix}-${at}`} hint={`the ${name.toLowerCase()}`} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Many lines scroll, also with the keyboard. */
function Text({ id, text }: { id: string; text: string }) {
  return text.includes('\n') ? (
    <code id={id} class="lines" tabIndex={0}>
      {text}
    </code>
  ) : (
    <code id={id}>{text}</code>
  )
}

/** The same, closed, below the figures that it copies. */
export function CopyFigures({ figures, prefix }: { figures: CopiedFigures; prefix?: string }) {
  const texts = copyTexts(figures)
  return (
    <details class="copying">
      <summary>Copy as {texts.map(([name]) => (name === 'CSV' ? name : name.toLowerCase())).join(', ')}</summary>
      <CopyAs texts={texts} prefix={prefix} />
    </details>
  )
}

type CopyText = [name: string, text: string]

export interface CopiedFigures {
  origin: string
  /** The address of the page with the figures. */
  page: string
  /** The endpoint that returns the same figures, and the one that returns them as CSV, for spreadsheets. */
  endpoint?: string
  file?: string
  /** The names of the columns, and the figures. */
  rows?: string[][]
  /** The subject and the owner of the figures. */
  citation: string
}

/** The available forms of figures: a link, CSV, a command, a formula of a spreadsheet and a citation. */
export function copyTexts({ origin, page, endpoint, file, rows, citation }: CopiedFigures): CopyText[] {
  const csv = rows?.map((row) => row.join()).join('\n')
  const texts: Array<[string, string | undefined]> = [
    ['Link', origin + page],
    ['CSV', csv],
    ['curl', endpoint && `curl -H "Authorization: Bearer $KEY" '${origin}${endpoint}'`],
    [
      'Spreadsheet formula',
      file && `=IMPORTDATA("${origin}${file}${file.includes('?') ? '&' : '?'}format=csv&api_key=KEY")`
    ],
    ['Citation', `${citation}, ${origin}${page}`]
  ]
  return texts.filter((it): it is CopyText => it[1] !== undefined)
}
