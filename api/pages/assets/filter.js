/** Hides the rows of the sources that lack any of the terms typed in the search field. */

const field = document.querySelector('input[type="search"]')
const count = document.getElementById('count')
let rows = [...document.querySelectorAll('tr[data-text]')]

function plain (text) {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

function filter () {
  const terms = plain(field.value).split(/\s+/)
  let shown = 0
  for (const row of rows) {
    row.hidden = !terms.every((term) => row.dataset.text.includes(term))
    if (!row.hidden) shown++
  }
  count.textContent = `${shown} of ${rows.length} sources`
}

/** The page of a search has only what was found: the whole list is fetched before the search is changed. */
async function loadAll () {
  if (new URLSearchParams(location.search).get('q')) {
    const page = new DOMParser().parseFromString(await (await fetch('/banks')).text(), 'text/html')
    document.querySelector('tbody').replaceWith(page.querySelector('tbody'))
    rows = [...document.querySelectorAll('tr[data-text]')]
  }
  filter()
}

field.addEventListener('focus', loadAll, { once: true })
field.addEventListener('input', filter)
