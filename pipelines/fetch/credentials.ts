import type { Source } from '../../adapters/source.ts'

/** The reason why a source is skipped: a required credential is not set. */
export function missingCredential(
  source: Pick<Source, 'credentials'>,
  environment: Record<string, string | undefined>
): string | undefined {
  const missing = source.credentials?.find(({ name, optional }) => !optional && !environment[name])
  return missing && `${missing.name} is not set; get it at ${missing.where}`
}
