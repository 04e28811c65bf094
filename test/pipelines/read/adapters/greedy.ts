import { sourceWith } from './identity.ts'

/** Allocates memory without limit while reading its index page. */
export default sourceWith({
  code: 'greedy',
  async * fetch (_window, http) {
    const index = await http.get('http://greedy.example/index')
    const read: number[][] = []
    while (read.length >= 0) read.push(Array.from(index.body))
    yield index
  }
})
