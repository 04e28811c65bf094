const CALLS: Record<string, string> = { GET: 'get', POST: 'post', DELETE: 'delete' }

interface Operation {
  method: string
  path: string
  isPage?: boolean
}

/** True for an endpoint that the documentation describes: every one except pages and their assets. */
export function isDocumented({ isPage, path }: Pick<Operation, 'isPage' | 'path'>): boolean {
  return !isPage && !path.startsWith('/assets/')
}

/** An operation name that generated clients can use as a method name: getCentralBankByDate. */
export function operationIdOf({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  const segments = path.split('/').filter((segment) => !['', 'api', 'v1'].includes(segment))
  const parts = segments.map((segment, at) =>
    !/^[:*]/.test(segment) ? segment : at === segments.length - 1 ? `by-${segment.slice(1)}` : ''
  )
  return (
    CALLS[method] +
    parts
      .flatMap((part) => part.split(/[-_.]/))
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join('')
  )
}

/** The path of the page that documents an operation. */
export function operationPage(operationId: string): string {
  return `/docs/${operationId}`
}
