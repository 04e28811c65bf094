import { LayoutError, type PostOptions, type Publication } from '../source.ts'

/** A parameter of the query that a publication answers, for documents that do not say themselves what they are about. */
export function parameterOf (publication: Publication, name: string): string {
  const value = new URL(publication.request.url).searchParams.get(name)
  if (value === null) throw new LayoutError(`a request with ${name}=`, publication.request.url)
  return value
}

/** Fields of a form as `application/x-www-form-urlencoded`, ready for `http.post`. */
export function formBody (fields: Array<[string, string]>): string {
  return new URLSearchParams(fields).toString()
}

/** A form's fields, ready for `http.post`. Those named in `transient` are good for one visit only: they are sent, not kept. */
export function formPost (fields: Array<[string, string]>, transient: string[] = []): PostOptions {
  return { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: formBody(fields), transient }
}
