import { readHtml } from '../../../../adapters/kit/html.ts'
import { sourceWith } from './source.ts'

/** Reads the links of an index page. */
export default sourceWith({
  code: 'wordy',
  async *fetch(_window, http) {
    const index = readHtml(await http.get('http://wordy.example/index'))
    for (const link of index.links(/^http:/)) yield await http.get(link)
  }
})
