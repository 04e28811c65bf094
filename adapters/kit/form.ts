import { LayoutError, type PostOptions, type Publication } from '../source.ts'
import { readHtml, type HtmlElement } from './html.ts'
import { formPost } from './request.ts'
import { excerpt } from './text.ts'

/** A form as a page gave it, to be filled in and sent within the same `http.session()`. */
export class Form {
  /** Where it is sent. */
  readonly url: string
  readonly element: HtmlElement
  readonly #hidden: Array<[string, string]>

  constructor (element: HtmlElement, page: string) {
    this.element = element
    this.url = new URL(element.attribute('action', ''), page).href
    this.#hidden = element.all('input[type="hidden" i][name]').map((input) => [input.attribute('name'), input.attribute('value', '')])
  }

  /** The names of its fields, each once. */
  get names (): string[] {
    return [...new Set(this.element.all('input[name], select[name], textarea[name]').map((field) => field.attribute('name')))]
  }

  /** The full name of the one field whose name ends so: ASP.NET puts the names of its containers before it. Throws a `LayoutError` for none or several. */
  nameOf (ending: string): string {
    const [name, ...others] = this.names.filter((it) => it.endsWith(ending))
    if (name === undefined || others.length > 0) throw new LayoutError(`one field of the form named …${ending}`, excerpt(this.names.join(', ')))
    return name
  }

  /** The form filled in, ready for `http.post`: its hidden fields as they came (tokens, view state), which are not kept, and these. */
  submit (fields: Array<[string, string]>): PostOptions {
    const own = new Set(fields.map(([name]) => name))
    const carried = this.#hidden.filter(([name]) => !own.has(name))
    return formPost([...carried, ...fields], carried.map(([name]) => name))
  }
}

/** A form of an HTML publication: the first of that selector. Throws a `LayoutError` where there is none. */
export function readForm (publication: Publication, selector = 'form'): Form {
  return new Form(readHtml(publication).one(selector), publication.request.url)
}
