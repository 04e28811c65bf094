import { FetchError, type Source } from '../../adapters/source.ts'

type Environment = Record<string, string | undefined>

/** The credentials that a source declares and that are set. */
export function credentialsOf (
  { credentials = [] }: Pick<Source, 'credentials'>, environment: Environment
): Record<string, string> {
  return Object.fromEntries(credentials.flatMap(({ name }) => environment[name] ? [[name, environment[name]]] : []))
}

/**
 * A credential of a source. Throws a `FetchError` if it is not set, and a `TypeError` if the source does not declare
 * it.
 */
export function credentialOf (
  source: Pick<Source, 'code' | 'credentials'>, environment: Environment, name: string
): string {
  const declared = source.credentials?.find((it) => it.name === name)
  if (!declared) throw new TypeError(`source ${source.code} does not declare ${name}`)
  const value = environment[name]
  if (!value) throw new FetchError('MISSING_CREDENTIAL', `${name} is not set (get it at ${declared.where})`)
  return value
}

/** The reason why a source is skipped: a required credential is not set. */
export function missingCredential (source: Pick<Source, 'credentials'>, environment: Environment): string | undefined {
  const missing = source.credentials?.find(({ name, optional }) => !optional && !environment[name])
  return missing && `${missing.name} is not set; get it at ${missing.where}`
}
