import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { initWasm, Resvg } from '@resvg/resvg-wasm'

// The thread in which pictures are drawn: it is sent an SVG, and answers with a PNG or an error. The fonts come with the reader of PDF.

const { resolve } = createRequire(import.meta.url)
const fontBuffers = ['Regular', 'Bold'].map((face) => readFileSync(resolve(`#pdfjs/standard_fonts/LiberationSans-${face}.ttf`)))
await initWasm(workerData)

parentPort.on('message', (svg) => {
  try {
    const picture = new Resvg(svg, { font: { fontBuffers, defaultFontFamily: 'Liberation Sans', sansSerifFamily: 'Liberation Sans' }, fitTo: { mode: 'width', value: 1920 } })
    parentPort.postMessage({ png: picture.render().asPng() })
    picture.free()
  } catch (error) {
    parentPort.postMessage({ error: `the picture could not be drawn: ${error}` })
  }
})
