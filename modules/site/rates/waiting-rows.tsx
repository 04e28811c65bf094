import { Notice } from '../../pages/kit/components.tsx'

/** Leads the operator from the pages of a source to its rows in quarantine. */
export function WaitingRows({ source }: { source: string }) {
  return (
    <Notice kind="warning">
      <p>
        Rows of this source wait for a review.{' '}
        <a href={`/status?source=${source}#quarantine`}>The operator decides about them</a>.
      </p>
    </Notice>
  )
}
