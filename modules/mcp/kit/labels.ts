/** The derivation of a rate in words. */
export const METHOD_LABELS: Record<string, string> = {
  published: 'as published',
  inverse: 'calculated: the inverse of the rate in the other direction',
  cross: 'calculated: a cross over the home currency of the source'
}
