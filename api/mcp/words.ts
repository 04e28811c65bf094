/** A published rate as a line of text. */
export function inWords ({ base, quote, value, type }: Record<string, unknown>): string {
  return `1 ${base} = ${value} ${quote} (${type})`
}

/** How a rate was had, for a reader. */
export const HOW = { published: 'as published', inverse: 'calculated: the inverse of the published rate', cross: 'calculated: a cross over the home currency of the source' }
