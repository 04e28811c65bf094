import { sourceWith } from './identity.ts'

/** Never finishes reading its index page. */
export default sourceWith({
  code: 'hanging',
  async * fetch (_window, http) {
    const index = await http.get('http://hanging.example/index')
    for (let turn = 0; turn >= 0; turn = (turn + 1) % 1000) index.body[turn] = turn
    yield index
  }
})
