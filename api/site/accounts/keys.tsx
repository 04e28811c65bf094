import { Badge, DateText, ScrollingTable, TextField } from '../kit/components.tsx'
import { FormPage } from '../kit/form-page.tsx'

export interface UsedKey {
  id: number
  prefix: string
  name: string
  created_at: string
  last_used_at: string | null
  disabled_at: string | null
}

/** The keys of an account, each with a link to disable it, and the form for a new key. */
export function Keys ({ keys, name, error }: { keys: UsedKey[], name?: string, error?: string }) {
  const good = keys.filter(({ disabled_at }) => disabled_at === null)
  const disabled = keys.filter(({ disabled_at }) => disabled_at !== null)
  return (
    <>
      {good.length === 0 ? <p>There is no active key.</p> : <KeyTable keys={good} caption="Active keys, newest first" />}
      <form class="row" method="post" action="/account/keys#keys">
        <TextField label="Name of a new key" name="name" required maxLength={60} value={name} error={error} autocomplete="off" />
        <button>Create key</button>
      </form>
      {disabled.length > 0 && <details><summary>{`Disabled keys (${disabled.length})`}</summary><KeyTable keys={disabled} caption="Disabled keys" /></details>}
    </>
  )
}

function KeyTable ({ keys, caption }: { keys: UsedKey[], caption: string }) {
  return (
    <ScrollingTable label={caption}>
      <caption class="hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Key</th>
          <th scope="col" class="wider">Created</th>
          <th scope="col">Last used</th>
          <th scope="col"><span class="hidden">Disable</span></th>
        </tr>
      </thead>
      <tbody>
        {keys.map(({ id, prefix, name, created_at, last_used_at, disabled_at }) => (
          <tr>
            <th scope="row" class="broken">{name} <code class="prefix">{prefix}…</code></th>
            <td class="wider"><DateText day={created_at.slice(0, 10)} /></td>
            <td>{last_used_at === null ? <span class="quiet">never</span> : <DateText day={last_used_at.slice(0, 10)} />}</td>
            <td class="act">{disabled_at === null ? <Disable id={id} name={name} prefix={prefix} /> : <Badge kind="quiet">disabled</Badge>}</td>
          </tr>
        ))}
      </tbody>
    </ScrollingTable>
  )
}

function Disable ({ id, name, prefix }: { id: number, name: string, prefix: string }) {
  return <a class="button plain small" href={`/account/keys/${id}/disable`}>Disable<span class="hidden">{` the key ${name}, ${prefix}`}</span></a>
}

/** Asks whether to disable a key. */
export function ConfirmDisable ({ apiKey: { id, prefix, name, created_at: created, last_used_at: used } }: { apiKey: UsedKey }) {
  return (
    <FormPage
      title="Disable a key"
      heading="Disable this key?"
      lead="Every request with it will be refused, for good. A program that still uses it needs another key first."
      after={<p><a href="/account#keys">Keep the key</a></p>}
    >
      <dl class="facts">
        <div><dt>Name</dt><dd>{name}</dd></div>
        <div><dt>Key</dt><dd><code>{prefix}…</code></dd></div>
        <div><dt>Created</dt><dd><DateText day={created.slice(0, 10)} /></dd></div>
        <div><dt>Last used</dt><dd>{used === null ? 'never' : <DateText day={used.slice(0, 10)} />}</dd></div>
      </dl>
      <form method="post" action={`/account/keys/${id}/disable`}><button>Disable for good</button></form>
    </FormPage>
  )
}
