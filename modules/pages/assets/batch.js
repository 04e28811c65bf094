/**
 * Sends a file as a stream, so that it may be large: shows how the service read it, then its progress, and offers the
 * answered file.
 */

const TYPES = {
  csv: 'text/csv',
  txt: 'text/csv',
  tsv: 'text/csv',
  jsonl: 'application/jsonl',
  ndjson: 'application/jsonl',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
}
const NEWLINE = 10
const QUOTE = 34

const form = document.getElementById('batch')
const drop = document.getElementById('drop')
const outcome = document.getElementById('outcome')

function chosen() {
  const [file] = form.elements.file.files
  const ending = file?.name.split('.').at(-1).toLowerCase()
  return file && { file, ending, type: TYPES[ending] }
}

/** Sends the file with the fields of the form, and with the columns that the person chose. */
function send(path, { file, type, columns = [] }) {
  const fields = [...[...new FormData(form)].filter(([name, value]) => name !== 'file' && value !== ''), ...columns]
  return fetch(`${path}?${new URLSearchParams(fields)}`, {
    method: 'POST',
    headers: { 'Content-Type': type, Accept: 'text/html' },
    body: file
  })
}

function element(name, properties, ...children) {
  const it = Object.assign(document.createElement(name), properties)
  it.append(...children)
  return it
}

function notice(kind, title, text) {
  return element(
    'div',
    { className: `notice ${kind}`, role: kind === 'bad' ? 'alert' : 'status' },
    element('strong', { textContent: title }),
    element('p', { textContent: text })
  )
}

const SILENT = 'The service did not answer.'
const LOGGED_OUT = 'You are no longer logged in. Log in again in another tab, then send the file again.'

/** The message that the service sent instead of an answer, and the title of its notice, if it has one. */
async function messageOf(reply) {
  if (!reply) return [SILENT]
  if (isLogin(reply)) return [LOGGED_OUT]
  const text = await reply.text()
  if (reply.headers.get('content-type')?.startsWith('application/json')) return [JSON.parse(text).error]
  const page = new DOMParser().parseFromString(text, 'text/html')
  markFields(page)
  const message = page.querySelector('#preview .notice p') ?? page.querySelector('main .lead')
  return [
    message?.textContent ?? `The service answered ${reply.status}.`,
    page.querySelector('#preview .notice strong')?.textContent
  ]
}

/** Marks the fields that the service reports as wrong, and clears earlier marks. */
function markFields(page) {
  for (const own of form.querySelectorAll('.field:not(.drop)')) {
    const other = page.querySelector(`#batch [name=${own.querySelector('[name]').name}]`)?.closest('.field')
    if (other && (other.matches('.wrong') || own.matches('.wrong'))) own.replaceWith(document.importNode(other, true))
  }
}

function isLogin(reply) {
  return reply.redirected && new URL(reply.url).pathname === '/login'
}

async function check(columns) {
  const upload = chosen()
  if (!upload) return
  upload.columns = columns
  if (!upload.type) {
    return outcome.replaceChildren(
      notice('bad', 'The file could not be read', `Expected a name that ends with .${Object.keys(TYPES).join(', .')}.`)
    )
  }
  outcome.replaceChildren(notice('quiet', 'Reading the file', upload.file.name))
  const reply = await send('/applicable/batch', upload).catch(() => undefined)
  if (!reply?.ok || isLogin(reply)) {
    const [message, title = 'The file could not be read'] = await messageOf(reply)
    return outcome.replaceChildren(notice('bad', title, message))
  }
  const page = new DOMParser().parseFromString(await reply.text(), 'text/html')
  markFields(page)
  const preview = document.importNode(page.getElementById('preview'), true)
  outcome.replaceChildren(preview)
  document.getElementById('columns')?.addEventListener('submit', (event) => {
    event.preventDefault()
    check([...new FormData(event.target)].filter(([name]) => name.endsWith('_column')))
  })
  document.getElementById('start')?.addEventListener('submit', (event) => {
    event.preventDefault()
    start(upload, Number(preview.dataset.rows))
  })
  preview.scrollIntoView({ block: 'nearest' })
}

async function start(upload, rows) {
  const progress = element('progress', { max: rows })
  progress.setAttribute('aria-label', 'Progress')
  const text = element('p', { textContent: 'Sending the file …' })
  document.getElementById('start').replaceWith(progress, text)
  const reply = await send('/applicable/batch/file', upload).catch(() => undefined)
  if (!reply?.ok || isLogin(reply)) {
    const [message] = await messageOf(reply)
    return outcome.append(notice('bad', 'The file was not answered', message))
  }
  try {
    const pieces = await receive(reply, upload, { rows, progress, text })
    give(new Blob(pieces, { type: upload.type }), upload, { rows, progress, text })
  } catch {
    outcome.append(notice('bad', 'The answer broke off', 'Send the file again.'))
  }
}

/** The pieces of the answer. Lines show how many rows are done; a workbook does not. */
async function receive(reply, { ending }, { rows, progress, text }) {
  const pieces = []
  let [lines, isQuoted] = [ending.endsWith('json') || ending === 'jsonl' ? 0 : -1, false]
  for (const reader = reply.body.getReader(); ;) {
    const { done, value } = await reader.read()
    if (done) return pieces
    pieces.push(value)
    if (ending === 'xlsx') continue
    for (const byte of value) {
      if (byte === QUOTE) isQuoted = !isQuoted
      else if (byte === NEWLINE && !isQuoted) lines++
    }
    progress.value = Math.max(0, Math.min(lines, rows))
    text.textContent = `${progress.value} of ${rows} rows`
  }
}

function give(blob, { file }, { rows, progress, text }) {
  progress.value = rows
  const link = element('a', {
    href: URL.createObjectURL(blob),
    download: file.name.replace(/(\.\w+)$/, '-rates$1'),
    className: 'button',
    textContent: 'Save the answered file'
  })
  text.replaceChildren(`${rows} of ${rows} rows `, link)
  link.click()
}

if (form) {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    check()
  })
  form.addEventListener('change', () => check())
  for (const name of ['dragenter', 'dragover']) {
    drop.addEventListener(name, (event) => {
      event.preventDefault()
      drop.classList.add('over')
    })
  }
  drop.addEventListener('dragleave', () => drop.classList.remove('over'))
  drop.addEventListener('drop', (event) => {
    event.preventDefault()
    drop.classList.remove('over')
    form.elements.file.files = event.dataTransfer.files
    check()
  })
}
