/**
 * Shows the figures of the day under the pointer or, with the arrow keys, of one day after another, and links each day
 * to its figure.
 */

const SVG = 'http://www.w3.org/2000/svg'
const HEIGHT = 300

function make(parent, name, attributes) {
  const element = parent.appendChild(document.createElementNS(SVG, name))
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  return element
}

function follow(plot) {
  const { names, rows: text, link, ends } = plot.dataset
  const [from, to] = [Date.parse(plot.dataset.from), Date.parse(plot.dataset.to)]
  const [low, high] = ends.split(',').map(Number)
  const rows = text
    .split(' ')
    .map((row) => row.split(','))
    .map(([date, ...values]) => ({
      date,
      values,
      at: from === to ? 0.5 : (Date.parse(date) - from) / (to - from)
    }))
  const chart = plot.querySelector('svg')
  const rule = make(chart, 'line', { class: 'rule', y1: 0, y2: HEIGHT, visibility: 'hidden' })
  const dots = names
    .split(',')
    .map((_, index) => make(chart, 'circle', { class: `series-${index}`, r: 4.5, visibility: 'hidden' }))
  const tip = plot.appendChild(Object.assign(document.createElement('div'), { className: 'reading', hidden: true }))
  tip.setAttribute('role', 'status')
  let shown

  function show(index) {
    shown = Math.max(0, Math.min(rows.length - 1, index))
    const { date, values, at } = rows[shown]
    const x = `${100 * at}%`
    for (const name of ['x1', 'x2']) rule.setAttribute(name, x)
    rule.setAttribute('visibility', 'visible')
    dots.forEach((dot, series) => {
      dot.setAttribute('cx', x)
      dot.setAttribute('cy', HEIGHT * (1 - (values[series] - low) / (high - low)))
      dot.setAttribute('visibility', values[series] ? 'visible' : 'hidden')
    })
    tip.replaceChildren(
      date,
      ...names.split(',').flatMap((name, series) => {
        const line = Object.assign(document.createElement('span'), {
          className: `of series-${series}`,
          textContent: name
        })
        return [document.createElement('br'), line, ` ${values[series] || '–'}`]
      })
    )
    tip.hidden = false
    tip.style.left = x
    tip.style.translate = at > 0.5 ? 'calc(-100% - 1rem)' : '1rem'
  }

  function hide() {
    for (const it of [rule, ...dots]) it.setAttribute('visibility', 'hidden')
    tip.hidden = true
  }

  const nearest = ({ clientX }) => {
    const { left, width } = chart.getBoundingClientRect()
    const wanted = (clientX - left) / width
    return rows.reduce(
      (best, { at }, index) => (Math.abs(at - wanted) < Math.abs(rows[best].at - wanted) ? index : best),
      0
    )
  }
  const open = () => {
    if (link) location.assign(link.replace('DATE', rows[shown].date))
  }
  const keys = {
    ArrowLeft: () => show(shown - 1),
    ArrowRight: () => show(shown + 1),
    Home: () => show(0),
    End: () => show(rows.length - 1),
    Escape: hide,
    Enter: open
  }

  plot.tabIndex = 0
  plot.setAttribute('role', 'group')
  plot.setAttribute('aria-label', 'Chart: the arrow keys read its figures')
  plot.addEventListener('pointermove', (event) => show(nearest(event)))
  plot.addEventListener('pointerleave', hide)
  plot.addEventListener('blur', hide)
  plot.addEventListener('focus', () => show(shown ?? rows.length - 1))
  plot.addEventListener('click', open)
  plot.addEventListener('keydown', (event) => {
    if (!keys[event.key]) return
    event.preventDefault()
    keys[event.key]()
  })
}

document.querySelectorAll('.plot').forEach(follow)
