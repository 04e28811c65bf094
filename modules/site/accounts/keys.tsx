import { Badge, DateText, Facts, TextField } from '../../pages/kit/components.tsx'
import { FormPage } from '../../pages/kit/form-page.tsx'
import { DataTable } from '../../pages/kit/tables.tsx'

export interface UsedKey {
  id: number
  prefix: string
  name: string
  created_at: string
  last_used_at: string | null
  disabled_at: string | null
}

/** The keys of an account, each with a link to disable it, and the form for a new key. */
export function Keys({ keys, name, error }: { keys: UsedKey[]; name?: string; error?: string }) {
  const active = keys.filter(({ disabled_at }) => disabled_at === null)
  const disabled = keys.filter(({ disabled_at }) => disabled_at !== null)
  return (
    <>
      {active.length === 0 ? (
        <p>There is no active key.</p>
      ) : (
        <KeyTable keys={active} caption="Active keys, newest first" />
      )}
      <form class="row" method="post" action="/account/keys#keys">
        <TextField
          label="Name of a new key"
          name="name"
          required
          maxLength={60}
          value={name}
          error={error}
          autocomplete="off"
        />
        <button>Create key</button>
      </form>
      {disabled.length > 0 && (
        <details>
          <summary>{`Disabled keys (${disabled.length})`}</summary>
          <KeyTable keys={disabled} caption="Disabled keys" />
        </details>
      )}
    </>
  )
}

function KeyTable({ keys, caption }: { keys: UsedKey[]; caption: string }) {
  return (
    <DataTable
      label={caption}
      description={caption}
      rows={keys}
      columns={[
        {
          head: 'Key',
          class: 'broken',
          cell: ({ name, prefix }) => (
            <>
              {name} <code class="prefix">{prefix}…</code>
            </>
          )
        },
        { head: 'Created', class: 'wider', cell: ({ created_at: created }) => <DateText day={created.slice(0, 10)} /> },
        {
          head: 'Last used',
          cell: ({ last_used_at: used }) =>
            used === null ? <span class="quiet">never</span> : <DateText day={used.slice(0, 10)} />
        },
        {
          head: <span class="hidden">Disable</span>,
          class: 'act',
          cell: (key) => (key.disabled_at === null ? <Disable {...key} /> : <Badge kind="quiet">disabled</Badge>)
        }
      ]}
    />
  )
}

function Disable({ id, name, prefix }: UsedKey) {
  return (
    <a class="button plain small" href={`/account/keys/${id}/disable`}>
      Disable<span class="hidden">{` the key ${name}, ${prefix}`}</span>
    </a>
  )
}

/** Asks whether to disable a key. */
export function ConfirmDisable({
  apiKey: { id, prefix, name, created_at: created, last_used_at: used }
}: {
  apiKey: UsedKey
}) {
  return (
    <FormPage
      title="Disable a key"
      heading="Disable this key?"
      lead="Every request with it will be refused, for good. A program that still uses it needs another key first."
      after={
        <p>
          <a href="/account#keys">Keep the key</a>
        </p>
      }
    >
      <Facts
        facts={[
          ['Name', name],
          ['Key', <code>{prefix}…</code>],
          ['Created', <DateText day={created.slice(0, 10)} />],
          ['Last used', used === null ? 'never' : <DateText day={used.slice(0, 10)} />]
        ]}
      />
      <form method="post" action={`/account/keys/${id}/disable`}>
        <button>Disable for good</button>
      </form>
    </FormPage>
  )
}
