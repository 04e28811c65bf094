/** Shows the figures of the day under the pointer, and leads from that day to its figure. Reads both from the table of the chart. */

function follow (chart) {
  const rows = [...document.querySelectorAll(`#${chart.dataset.table} tbody tr`)].map((row) => ({
    at: Date.parse(row.cells[0].textContent),
    text: [...row.cells].map((cell) => cell.textContent).join('  '),
    link: row.querySelector('a')?.href
  }))
  const [from, to] = [Date.parse(chart.dataset.from), Date.parse(chart.dataset.to)]
  const reading = chart.parentElement.querySelector('.reading')
  const rule = chart.querySelector('.rule')
  if (rows.length === 0 || from === to) return

  const nearest = ({ clientX }) => {
    const { left, width } = chart.getBoundingClientRect()
    const wanted = from + (to - from) * (clientX - left) / width
    return rows.reduce((best, row) => Math.abs(row.at - wanted) < Math.abs(best.at - wanted) ? row : best)
  }
  chart.addEventListener('pointermove', (event) => {
    const { at, text } = nearest(event)
    for (const name of ['x1', 'x2']) rule.setAttribute(name, `${100 * (at - from) / (to - from)}%`)
    rule.setAttribute('visibility', 'visible')
    reading.textContent = text
  })
  chart.addEventListener('pointerleave', () => {
    rule.setAttribute('visibility', 'hidden')
    reading.textContent = ''
  })
  chart.addEventListener('click', (event) => {
    const { link } = nearest(event)
    if (link) location.assign(link)
  })
}

document.querySelectorAll('svg.line-chart[data-table]').forEach(follow)
