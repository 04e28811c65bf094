import { sourceWith } from './identity.ts'

const SITE = 'http://errand.example'

/** Uses every method of the client. */
export default sourceWith({
  code: 'errand',
  async * fetch ({ from }, http) {
    const visit = http.session()
    await visit.get(`${SITE}/form`)
    const key = http.credential('TEST_KEY')
    yield await visit.post(`${SITE}/form?from=${from}`, {
      body: `key=${key}`, headers: { token: 'new' }, transient: ['token']
    })
    const [none, both] = [
      await http.find(`${SITE}/none`), await Promise.all([http.get(`${SITE}/one`), http.get(`${SITE}/two`)])
    ]
    if (!none) yield * both
    yield * http.firstOf(
      async function * () { yield await http.get(`${SITE}/gone`) },
      async function * () { yield await http.get(`${SITE}/three`) }
    )
  }
})
