import { LayoutError, type PostOptions, type Publication } from '../source.ts'
import { readHtml, type HtmlElement } from './html.ts'
import { formPost } from './request.ts'
import { excerpt } from './text.ts'

/** A form of a page, to be filled in and sent within the same `http.session()`. */
export class Form {
  /** The address to which it is sent. */
  readonly url: string
  readonly element: HtmlElement
  readonly #hidden: Array<[string, string]>

  constructor(element: HtmlElement, page: string) {
    this.element = element
    this.url = new URL(element.attribute('action', ''), page).href
    this.#hidden = element
      .all('input[type="hidden" i][name]')
      .map((input) => [input.attribute('name'), input.attribute('value', '')])
  }

  /** The names of its fields, each once. */
  get names(): string[] {
    return [
      ...new Set(this.element.all('input[name], select[name], textarea[name]').map((field) => field.attribute('name')))
    ]
  }

  /**
   * The full name of the only field whose name ends with this text: ASP.NET prefixes names with those of its
   * containers. Throws a `LayoutError` for none or several.
   */
  nameOf(ending: string): string {
    const [name, ...others] = this.names.filter((it) => it.endsWith(ending))
    if (name === undefined || others.length > 0) {
      throw new LayoutError(`one field of the form named …${ending}`, excerpt(this.names.join(', ')))
    }
    return name
  }

  /**
   * The form filled in, ready for `http.post`, with these fields and its hidden fields (tokens, view state). The hidden
   * fields are sent but not archived.
   */
  submit(fields: Array<[string, string]>): PostOptions {
    const own = new Set(fields.map(([name]) => name))
    const carried = this.#hidden.filter(([name]) => !own.has(name))
    return formPost(
      [...carried, ...fields],
      carried.map(([name]) => name)
    )
  }
}

/** The first form that matches the selector in an HTML publication. Throws a `LayoutError` if there is none. */
export function readForm(publication: Publication, selector = 'form'): Form {
  return new Form(readHtml(publication).one(selector), publication.request.url)
}
