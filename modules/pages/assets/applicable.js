/** Answers a question without reloading the page, and updates the address to that of the answer. */

const form = document.getElementById('question')
const answer = document.getElementById('answer')
const WAIT = 400
let timer
let asked = 0

function addressOf() {
  const fields = [...new FormData(form)].filter(([, value]) => value !== '')
  return `${form.getAttribute('action')}?${new URLSearchParams(fields)}`
}

async function ask() {
  clearTimeout(timer)
  const turn = ++asked
  const address = addressOf()
  answer.setAttribute('aria-busy', 'true')
  const reply = await fetch(address).catch(() => undefined)
  if (turn !== asked) return
  if (!reply?.ok) return location.assign(address) // the page explains the error
  const page = new DOMParser().parseFromString(await reply.text(), 'text/html')
  if (turn !== asked) return
  history.replaceState(null, '', address)
  answer.replaceChildren(...page.getElementById('answer').childNodes)
  answer.removeAttribute('aria-busy')
  renewFields(page.getElementById('question'))
  document.dispatchEvent(new Event('shown'))
}

/** The errors and the choice of rules depend on the answer; text that the user is typing is kept. */
function renewFields(fresh) {
  const focused = document.activeElement?.id
  form.replaceChildren(...fresh.childNodes)
  if (focused) document.getElementById(focused)?.focus()
}

function isComplete() {
  return (
    form.checkValidity() && /^[a-z]{3}$/i.test(form.elements.source.value) && form.elements.jurisdiction.value !== ''
  )
}

if (answer) {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    ask()
  })
  form.addEventListener('change', () => {
    if ('live' in form.dataset && isComplete()) timer = setTimeout(ask, WAIT)
  })
}
