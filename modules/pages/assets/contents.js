/** Shows only the entries in the documentation's contents that contain every term typed in their field. */

const contents = document.querySelector('.contents')
const field = contents.querySelector('.filter')
const status = contents.querySelector('[role="status"]')
const entries = [...contents.querySelectorAll('li')].map((item) => ({
  item,
  text: `${item.textContent} ${item.dataset.words ?? ''}`.toLowerCase()
}))

function filter() {
  const terms = field.value.toLowerCase().split(/\s+/)
  for (const { item, text } of entries) item.hidden = !terms.every((term) => text.includes(term))
  for (const group of contents.querySelectorAll('.entries')) group.hidden = !group.querySelector('li:not([hidden])')
  if (field.value !== '') contents.querySelector('details').open = true
  const shown = entries.filter(({ item }) => !item.hidden).length
  status.textContent = field.value.trim() === '' ? '' : shown === 0 ? 'Nothing found.' : `${shown} found`
}

field.hidden = false
field.addEventListener('input', filter)
