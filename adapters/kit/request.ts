import { LayoutError, type Publication } from '../source.ts'

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
