import { withCode } from './components.tsx'
import { sentence } from './form-parts.tsx'
import { Layout } from './layout.tsx'
import { PAGE_HEADERS, render } from './page.tsx'

const TITLES: Record<number, string> = {
  400: 'Invalid request',
  401: 'Log in first',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Not allowed',
  429: 'Limit reached',
  500: 'Internal error',
  503: 'Not available at the moment'
}

/** The page for an error: its message and, for an internal error, the id under which it is logged. */
export function errorPage(
  status: number,
  message: string,
  id?: string
): { body: Buffer; headers: Record<string, string> } {
  const title = TITLES[status] ?? 'The request failed'
  const body = render(
    <Layout title={title}>
      <p class="eyebrow">{`Error ${status}`}</p>
      <h1>{title}</h1>
      <p class="lead">{withCode(sentence(message))}</p>
      {id && (
        <p>
          It is logged as <code>{id}</code>.
        </p>
      )}
      <p>
        <a href="/">Go to the home page</a>
      </p>
    </Layout>
  )
  return { body, headers: PAGE_HEADERS }
}
