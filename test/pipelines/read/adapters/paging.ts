import { sourceWith } from './source.ts'

/** Follows a chain of pages and yields the last. */
export default sourceWith({
  code: 'paging',
  async *fetch(_window, http) {
    let page = await http.get('http://paging.example/first')
    while (page.body.length > 0) page = await http.get(Buffer.from(page.body).toString())
    yield page
  }
})
