import { FILE_COST } from '../../../api/contract/prices.ts'
import type { Context } from '../../../api/server/route.ts'
import { hasHistory, neededPlan, PlanNeeded } from '../../pages/kit/plan-needed.tsx'
import { Notice, SelectField, TextField, type Option } from '../../pages/kit/components.tsx'
import { countOf, formatCount } from '../../pages/kit/labels.ts'
import { errorAt } from '../../pages/kit/form-parts.tsx'
import type { Refusal } from '../../pages/kit/forms.ts'

export interface DownloadRequest {
  bank: string
  from: string
  to: string
}

/** A link to the form for files of several series. */
export function SeriesDownload() {
  return (
    <section class="card" aria-labelledby="series">
      <h3 id="series">Series</h3>
      <p class="small quiet">Any pairs at any sources over any time, in one file. Costs {FILE_COST} of each source.</p>
      <p>
        <a href="/account/series">Choose pairs and sources</a>
      </p>
    </section>
  )
}

/** The form to download the newest table of a source. */
export function TableDownload({ banks }: { banks: Option[] }) {
  return (
    <section class="card" aria-labelledby="newest">
      <h3 id="newest">Newest table</h3>
      <p class="small quiet">The rates as published. Costs one unit.</p>
      <form class="stack" method="get" action="/account/table">
        <SelectField label="Source" name="bank" id="table-bank" options={banks} />
        <div class="buttons">
          <button name="format" value="csv">
            Download CSV
          </button>
          <button name="format" value="xlsx" class="plain">
            Download Excel
          </button>
        </div>
      </form>
    </section>
  )
}

export interface HistoryProps {
  banks: Option[]
  request: DownloadRequest
  /** The cost of the download, and the units left. */
  cost?: number
  left: number
  refusal?: Refusal
  context: Context
}

/** The form to download the tables of a source in a window, for accounts that include them. */
export function HistoryDownload({ banks, request, cost, left, refusal, context }: HistoryProps) {
  const [from, to] = [errorAt(refusal, 'from'), errorAt(refusal, 'to')]
  return (
    <section class="card" id="history" aria-labelledby="history-title">
      <h3 id="history-title">History</h3>
      {hasHistory(context) ? (
        <>
          <p class="small quiet">
            All rates of a source in a window, or without dates its whole history. Costs {FILE_COST}.
          </p>
          {refusal && !from && !to && (
            <Notice kind="bad" title="Download refused">
              <p>{refusal.message}</p>
            </Notice>
          )}
          {cost !== undefined && <Cost cost={cost} left={left} />}
          <form class="stack" method="get" action="/account/history">
            <SelectField label="Source" name="bank" id="history-bank" options={banks} value={request.bank} />
            <div class="window">
              <TextField label="From" name="from" type="date" value={request.from} error={from} />
              <TextField label="To" name="to" type="date" value={request.to} error={to} />
            </div>
            <SelectField
              label="Format"
              name="as"
              options={[
                ['csv', 'CSV'],
                ['xlsx', 'Excel'],
                ['json', 'JSON']
              ]}
            />
            <div class="buttons">
              <button>Download</button>
              <button class="plain" formaction="/account#history">
                Show cost
              </button>
            </div>
          </form>
        </>
      ) : (
        <p>
          The history of the sources needs {neededPlan(context)}. <PlanNeeded page="/account" context={context} />
        </p>
      )}
    </section>
  )
}

function Cost({ cost, left }: { cost: number; left: number }) {
  const isEnough = cost <= left
  return (
    <Notice kind={isEnough ? 'good' : 'warning'}>
      <p>
        {`This costs ${countOf(cost, 'unit')}; ${formatCount(left)} are left${isEnough ? '' : ', which is not enough'}.`}
      </p>
    </Notice>
  )
}
