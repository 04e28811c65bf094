import { FetchError, type Publication, type Route } from '../../adapters/source.ts'

/**
 * The publications of the first route that gives any. `onAbsent` gets the reason why a route failed if another one did
 * not. Throws if all fail.
 */
export async function * firstOf (routes: Route[], onAbsent: (message: string) => unknown): AsyncGenerator<Publication> {
  const failures: FetchError[] = []
  for (const route of routes) {
    let given = 0
    try {
      for await (const publication of route()) {
        given += 1
        yield publication
      }
      if (given > 0) return
    } catch (error) {
      if (!(error instanceof FetchError)) throw error
      failures.push(error)
    }
  }
  if (failures.length === routes.length) {
    throw new FetchError(failures[0]!.code, failures.map((it) => it.message).join('; '), {
      cause: failures[0], status: failures[0]!.status
    })
  }
  for (const failure of failures) await onAbsent(failure.message)
}
