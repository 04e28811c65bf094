import { Badge, DateText, ScrollingTable, TextField } from './components.tsx'

export interface UsedKey {
  id: number
  prefix: string
  name: string
  created_at: string
  last_used_at: string | null
  disabled_at: string | null
}

/** The keys of an account, each with a button to disable it, and the form for a new key. */
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
  return (
    <form method="post" action={`/account/keys/${id}/disable`}>
      <button class="plain small">Disable<span class="hidden">{` the key ${name}, ${prefix}, for good`}</span></button>
    </form>
  )
}
