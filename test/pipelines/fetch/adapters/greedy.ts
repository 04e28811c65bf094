import { sourceWith } from './identity.ts'

/** Reads its index page into more memory than there is. */
export default sourceWith({
  code: 'greedy',
  async * fetch (_window, http) {
    const index = await http.get('http://greedy.example/index')
    const read: number[][] = []
    while (read.length >= 0) read.push(Array.from(index.body))
    yield index
  }
})
