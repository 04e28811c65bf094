import { sourceWith } from './source.ts'

/** Reads an index page with the URL of a document on each line. */
export default sourceWith({
  code: 'calm',
  async *fetch(_window, http) {
    const index = await http.get('http://calm.example/index')
    for (const url of Buffer.from(index.body).toString().split('\n')) yield await http.get(url)
  }
})
