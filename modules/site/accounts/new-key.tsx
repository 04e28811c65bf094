import { Notice } from '../../pages/kit/components.tsx'
import { CopyButton } from '../../pages/kit/copy-as.tsx'
import { Layout } from '../../pages/kit/layout.tsx'

interface NewKeyProps {
  apiKey: string
  origin: string
  heading: string
  next: string
  isOperator?: boolean
}

/** The page that shows a new key, only once, with a request to try it. */
export function NewKey({ apiKey, origin, heading, next, isOperator }: NewKeyProps) {
  return (
    <Layout title={heading} current="/account" styles={['account.css']} scripts={['copy.js']}>
      <h1>{heading}</h1>
      <p class="lead">
        This is your API key. It is shown only once: Ratebook stores only its first characters and a hash.
      </p>
      {isOperator && (
        <Notice kind="good">
          <p>
            You are the operator of this installation, on the enterprise plan. At <a href="/status">Status</a> you can
            start runs and review quarantined rows.
          </p>
        </Notice>
      )}
      <section class="card secret" aria-labelledby="your-key">
        <h2 id="your-key">Your key</h2>
        <Copied id="key" text={apiKey} label="Copy the key" />
        <h2>Try it</h2>
        <Copied
          id="request"
          text={`curl -H 'Authorization: Bearer ${apiKey}' '${origin}/api/v1/central-banks'`}
          label="Copy the request"
        />
        <p class="small quiet">It lists the sources and costs one unit.</p>
      </section>
      <Notice kind="warning">
        <p>Treat the key like a password. If you lose it, disable it on your account page and create a new one.</p>
      </Notice>
      <p>
        <a class="button" href={next}>
          {next === '/account' ? 'I have saved it: go to my account' : 'I have saved it: continue'}
        </a>
      </p>
    </Layout>
  )
}

function Copied({ id, text, label }: { id: string; text: string; label: string }) {
  return (
    <div class="copied">
      <pre id={id} tabIndex={0}>
        <code>{text}</code>
      </pre>
      <CopyButton of={id} label={label} isSmall={false} />
    </div>
  )
}
