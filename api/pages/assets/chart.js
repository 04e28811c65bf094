/** Draws a published series; the buttons choose how much of the year is shown. */

import uPlot from './uPlot.esm.js'

const box = document.getElementById('chart')
const ranges = document.getElementById('ranges')
const dark = matchMedia('(prefers-color-scheme: dark)')
let chart
let points = []

async function load (from) {
  const address = box.dataset.series + (from ? `&from=${from}` : '')
  const answer = await fetch(address)
  if (!answer.ok) return
  points = (await answer.json()).points
  draw()
}

function colour (name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim()
}

function axis (more) {
  return { stroke: colour('--soft'), grid: { stroke: colour('--line'), width: 1 }, ticks: { stroke: colour('--line'), width: 1 }, font: `12px ${colour('--sans')}`, ...more }
}

function draw () {
  chart?.destroy()
  const texts = points.map(({ value }) => value)
  const days = points.map(({ date }) => Date.parse(date) / 1000)
  chart = new uPlot({
    width: box.clientWidth,
    height: Math.min(360, Math.max(240, box.clientWidth / 2.4)),
    scales: points.length === 1 ? around(days[0], Number(texts[0])) : {},
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'UTC'),
    axes: [axis({ space: 64, values: labels }), axis({ size: 72 })],
    series: [
      { label: 'Date', value: (_, seconds, __, index) => index === null ? '–' : points[index].date },
      {
        label: points.length > 0 ? `${points[0].base} in ${points[0].quote}` : '',
        stroke: colour('--accent'),
        width: 2,
        points: { show: points.length < 40, size: 6, fill: colour('--sheet') },
        value: (_, __, ___, index) => index === null ? '–' : texts[index]
      }
    ]
  }, [days, texts.map(Number)], box)
  box.dataset.points = String(points.length)
}

/** A single point stands in the middle of a month and of a tenth of its value. */
function around (day, value) {
  return { x: { range: () => [day - 15 * 86400, day + 15 * 86400] }, y: { range: () => [value * 0.95, value * 1.05] } }
}

function labels (_, instants, __, ___, step) {
  const month = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC', ...(step < 28 * 86400 ? { day: 'numeric' } : { year: 'numeric' }) })
  return instants.map((seconds) => month.format(seconds * 1000))
}

function choose ({ target }) {
  const button = target.closest('button')
  if (!button) return
  for (const it of ranges.children) it.setAttribute('aria-pressed', String(it === button))
  load(button.dataset.from)
}

if (box) {
  ranges.hidden = false
  ranges.addEventListener('click', choose)
  dark.addEventListener('change', draw)
  let width = box.clientWidth
  new ResizeObserver(() => {
    if (box.clientWidth === width) return
    width = box.clientWidth
    draw()
  }).observe(box)
  load()
}
