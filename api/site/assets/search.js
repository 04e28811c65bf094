/** The key / moves to the search in the header. */

const field = document.querySelector('.top input[type="search"]')

document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
  if (event.target.closest('input, select, textarea, [contenteditable]')) return
  event.preventDefault()
  field.focus()
  field.select()
})
