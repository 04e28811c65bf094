/** Sends the request of an endpoint's page to this service, and shows the answer. The key is kept only in this tab. */

const form = document.querySelector('form.try')

function show(text) {
  const box = form.querySelector('pre')
  box.hidden = false
  box.firstElementChild.textContent = text
}

async function send(event) {
  event.preventDefault()
  const { target, key } = Object.fromEntries(new FormData(form))
  if (key) sessionStorage.setItem('key', key)
  const url = new URL(target, location.origin)
  if (url.origin !== location.origin) return show('The request must go to this service.')
  const response = await fetch(url, { headers: key ? { Authorization: `Bearer ${key}` } : {} })
  const text = await response.text()
  show(
    `${response.status} ${response.statusText}\n\n${response.headers.get('content-type')?.includes('json') ? JSON.stringify(JSON.parse(text), null, 2) : text}`
  )
}

if (form) {
  form.hidden = false
  if (form.elements.key) form.elements.key.value ||= sessionStorage.getItem('key') ?? ''
  form.addEventListener('submit', (event) => send(event).catch((error) => show(error.message)))
}
