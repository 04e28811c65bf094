/** Moves the focus with the key / to the search in the header, which suggests results. */

const field = document.querySelector('.top input[type="search"]')

document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
  if (event.target.closest('input, select, textarea, [contenteditable]')) return
  event.preventDefault()
  field.focus()
  field.select()
})

const PAUSE = 150
const list = document.getElementById('found')
let timer

field.addEventListener('input', () => {
  clearTimeout(timer)
  timer = setTimeout(async () => {
    const reply = await fetch(`/search/suggestions?${new URLSearchParams({ q: field.value })}`).catch(() => undefined)
    if (reply?.ok) {
      list.replaceChildren(
        ...new DOMParser().parseFromString(await reply.text(), 'text/html').querySelectorAll('option')
      )
    }
  }, PAUSE)
})
