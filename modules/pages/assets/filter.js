/** Hides the rows of the sources that lack any of the terms typed in the search field. */

const field = document.getElementById('field-q')
const count = document.getElementById('count')
let rows = [...document.querySelectorAll('tr[data-text]')]

function plain(text) {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ł', 'l').replaceAll('ø', 'o')
}

/** False for the composite, which is calculated. */
function isPublisher(row) {
  return row.dataset.calculated === undefined
}

function filter() {
  const terms = plain(field.value).split(/\s+/)
  let shown = 0
  for (const row of rows) {
    row.hidden = !terms.every((term) => row.dataset.text.includes(term))
    if (!row.hidden && isPublisher(row)) shown++
  }
  for (const region of document.querySelectorAll('#sources section')) {
    region.hidden = !region.querySelector('tr[data-text]:not([hidden])')
    const fold = region.querySelector('details')
    if (fold) fold.open = field.value !== ''
  }
  count.textContent = `${shown} of ${rows.filter(isPublisher).length} sources`
}

/** The page of a search has only its results, so the whole list is fetched before the search is changed. */
async function loadAll() {
  const asked = new URLSearchParams(location.search)
  if (asked.get('q')) {
    asked.delete('q')
    const page = new DOMParser().parseFromString(await (await fetch(`/banks?${asked}`)).text(), 'text/html')
    document.getElementById('sources').replaceWith(page.getElementById('sources'))
    rows = [...document.querySelectorAll('tr[data-text]')]
  }
  filter()
}

field.addEventListener('focus', loadAll, { once: true })
field.addEventListener('input', filter)
