import type { ComponentChildren } from 'preact'
import type { Pair } from '../../../api/contract/parameters.ts'
import type { Bank } from '../../../api/rates/bank-query.ts'
import { figureAddress } from '../../pages/kit/addresses.ts'
import { DateText, Section } from '../../pages/kit/components.tsx'
import { CopyButton } from '../../pages/kit/copy-as.tsx'
import { rounded } from '../../pages/kit/figures.ts'
import { countOf } from '../../pages/kit/labels.ts'
import type { Conversion } from './converter.tsx'
import { PairLinks } from './pair-links.tsx'
import { Sparkline } from './sparkline.tsx'

interface UseCaseProps {
  origin: string
  bank: Bank
  pair: Pair
  /** The newest rate of the pair. */
  newest?: Conversion
  /** The published rates of the last weeks; empty if the source does not print the pair. */
  trend: string[]
  /** The rates of the pair at the sources that have a recent one, ascending. */
  rates: string[]
  /** The cards of modules. */
  others: object[]
}

/** The uses of the service, each with a live example. */
export function UseCases(props: UseCaseProps) {
  return (
    <div class="cards use-cases">
      <UseCase
        id="code"
        title="The rate in your code"
        links={[
          ['/docs', 'Documentation'],
          ['/register', 'Get a key']
        ]}
      >
        <CodeExample {...props} />
      </UseCase>
      <UseCase id="history" title="The history for your analysis">
        <HistoryExample {...props} />
      </UseCase>
      {props.others}
    </div>
  )
}

function UseCase({
  id,
  title,
  links,
  children
}: {
  id: string
  title: string
  links?: Array<[address: string, text: string]>
  children: ComponentChildren
}) {
  return (
    <Section id={id} class="card" title={title}>
      {children}
      {links && (
        <ul class="links">
          {links.map(([address, text]) => (
            <li>
              <a href={address}>{text}</a>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function CodeExample({ origin, bank, pair: { source, target }, newest }: UseCaseProps) {
  return (
    <>
      <p>The newest tables need no key. Tables come as JSON, CSV, XML, Excel or Parquet.</p>
      <pre class="sheet" tabIndex={0}>
        <code id="curl">
          {`curl '${origin}/api/open/central-bank/${bank.code}?${new URLSearchParams({ source, target })}'`}
        </code>
        {newest && `\n\n{"rate_date":"${newest.rate_date}",\n "rate":${newest.rate},\n "method":"${newest.method}", …}`}
      </pre>
      <p>
        <CopyButton of="curl" />
      </p>
    </>
  )
}

/** The newest rate of the pair with its line, and the spread of the sources. */
function HistoryExample({ bank, pair, newest, trend, rates }: UseCaseProps) {
  const { source, target } = pair
  const at = (part: number) => rates[Math.round((rates.length - 1) * part)]!
  const apart = () => (Number(at(0.75)) / Number(at(0.25)) - 1) * 10_000
  return (
    <>
      <p>Every table since a source began to publish, at one bank or at many, as a chart or a file.</p>
      {newest && (
        <p class="live">
          <span class="quiet small">
            1 {source} at {bank.code}, <DateText day={newest.rate_date} />
          </span>
          <strong>
            <a
              class="figure-link"
              href={figureAddress({
                bank: bank.code,
                base: source,
                quote: target,
                date: newest.rate_date
              })}
            >
              {rounded(newest.rate)}
            </a>{' '}
            {target}
          </strong>
          <Sparkline values={trend} width={160} />
        </p>
      )}
      {rates.length > 1 && (
        <p class="small">
          {countOf(rates.length, 'source')} with daily rates: half of them are between {rounded(at(0.25))} and{' '}
          {rounded(at(0.75))}, {apart().toFixed(0)} basis points apart.
        </p>
      )}
      <PairLinks pair={pair} />
    </>
  )
}
