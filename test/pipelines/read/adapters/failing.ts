import { LayoutError } from '../../../../adapters/source.ts'
import { sourceWith } from './identity.ts'

/** Fails in a different way on each day. */
export default sourceWith({
  code: 'failing',
  async * fetch ({ from }, http) {
    if (from === '2026-01-01') throw new LayoutError('a link', 'none')
    if (from === '2026-01-02') throw new TypeError('a slip')
    if (from === '2026-01-03') http.credential('OTHER_KEY')
    if (from === '2026-01-04') {
      yield * http.firstOf(
        async function * () { yield await http.get('http://failing.example/one') },
        async function * () { yield await http.get('http://failing.example/two') }
      )
    }
    yield await http.get('http://failing.example/document')
  }
})
