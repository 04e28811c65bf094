import { Notice } from './components.tsx'

/** Says how the operator of a new installation registers. */
export function NoOperator() {
  return (
    <Notice>
      <p>
        This installation has no operator yet. Its operator registers with the link that the service printed when it
        started; the file <code>operator-link</code> in its data folder has it too.
      </p>
    </Notice>
  )
}
