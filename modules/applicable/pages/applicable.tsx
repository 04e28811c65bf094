import type { ComponentChildren } from 'preact'
import { z } from 'zod'
import { readTyped } from '../../../api/contract/amounts.ts'
import { query as questionFields } from '../fields.ts'
import type { Context } from '../../../api/server/route.ts'
import { applicableRate } from '../answer.ts'
import { readRulebook, type Rulebook } from '../rulebook.ts'
import { listSources } from '../../../api/sources/sources-query.ts'
import { listSymbols } from '../../../api/sources/symbols-query.ts'
import { applicableAddress, jurisdictionAddress } from '../../pages/kit/addresses.ts'
import { AnswerView } from './applicable-answer.tsx'
import { caseText, QUESTION_FIELDS, QuestionForm, rulesFor, type TypedQuestion } from './applicable-form.tsx'
import { hasPaidOnly, type Answer } from './applicable-view.ts'
import { exampleQuestions } from './examples.ts'
import { Notice } from '../../pages/kit/components.tsx'
import { sentence } from '../../pages/kit/form-parts.tsx'
import { asRefusal, type Refusal } from '../../pages/kit/forms.ts'
import { hasHistory } from '../../pages/kit/plan-needed.tsx'
import { Layout } from '../../pages/kit/layout.tsx'
import { privatePage, privateAnswer } from '../../pages/kit/private.ts'

const typed = z.string().max(60).trim().optional()

interface Outcome {
  answer?: Answer
  errors: TypedQuestion
  refusal?: Refusal
}

export const applicablePage = privatePage({
  path: '/applicable',
  summary:
    'The official rate that a law requires: a form, and its answer with the steps, the rule, the document ' +
    'and the choices',
  query: Object.fromEntries(QUESTION_FIELDS.map((name) => [name, typed])) as Record<
    (typeof QUESTION_FIELDS)[number],
    typeof typed
  >,
  run: async ({ format: _format, ...request }, context) => {
    const { database, today } = context
    const question = withoutEmpty(request)
    const [rulebook, symbols, sources, outcome] = await Promise.all([
      readRulebook(database),
      listSymbols(database),
      listSources(database, today),
      answerQuestion(question, context)
    ])
    const newest = new Map(sources.map(({ code, latest_date: latest }) => [code, latest]))
    const isPaying = hasHistory(context)
    const { answer } = outcome
    const names = new Map(sources.map(({ code, name }) => [code, name]))
    const view = answer && (
      <AnswerView
        answer={answer}
        rulebook={rulebook}
        question={question}
        newest={newest}
        names={names}
        isPaid={isPaying}
        context={context}
      />
    )
    const units = answer && isPaying && hasPaidOnly(answer, newest) ? 1 : 0
    return {
      ...privateAnswer(
        <Page
          question={{ date: today, ...question }}
          rulebook={rulebook}
          symbols={symbols}
          outcome={outcome}
          newest={newest}
          isLive={!isPaying}
        >
          {view}
        </Page>
      ),
      units
    }
  }
})

function withoutEmpty(request: TypedQuestion): TypedQuestion {
  return Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined && value !== ''))
}

/** Answers a question, or returns the errors of its fields. A form without a currency has not been filled in yet. */
async function answerQuestion(question: TypedQuestion, { database, now }: Context): Promise<Outcome> {
  if (question.source === undefined) return { errors: {} }
  const amount = readTyped(question.amount ?? '', question.source.toUpperCase())
  const amountErrors = 'error' in amount ? { amount: sentence(amount.error) } : {}
  const { success, data, error } = z
    .object(questionFields)
    .safeParse({ ...question, amount: question.amount === undefined || 'error' in amount ? undefined : amount.text })
  if (!success) {
    const issues = error.issues.toReversed().map(({ path, message }) => [path[0], sentence(message)])
    return { errors: { ...Object.fromEntries(issues), ...amountErrors } }
  }
  if ('error' in amount) return { errors: amountErrors }
  try {
    const { unsure, as_of: asOf, ...request } = data
    return {
      answer: await applicableRate(database, { ...request, withUnsure: unsure === 'true' }, { asOf, at: now }),
      errors: {}
    }
  } catch (error) {
    const refusal = asRefusal(error)
    const field = QUESTION_FIELDS.find((it) => it === refusal.field)
    return field
      ? {
          errors: {
            [field]: field === 'rule' && question.rule === undefined ? 'Choose one.' : sentence(refusal.message)
          }
        }
      : { errors: {}, refusal }
  }
}

interface PageProps {
  question: TypedQuestion
  rulebook: Rulebook
  symbols: string[]
  outcome: Outcome
  /** The newest day of each source. */
  newest: Map<string, string | null>
  isLive: boolean
  children: ComponentChildren
}

function Page({
  question,
  rulebook,
  symbols,
  outcome: { errors, refusal, answer },
  newest,
  isLive,
  children
}: PageProps) {
  const isSubmitted = question.source !== undefined
  return (
    <Layout
      title="Applicable rate"
      current="/applicable"
      scripts={['applicable.js', 'copy.js']}
      description="Which official exchange rate a law requires on an invoice, a customs declaration or a balance sheet, with the rule, the document and a certificate."
    >
      <h1>Which official rate does the law require?</h1>
      <p class="lead">
        For an invoice, a customs declaration, a tax return or a balance sheet: the rate, the rule that names it, and
        the document that proves it.
      </p>
      <section class="card">
        <QuestionForm question={question} rulebook={rulebook} errors={errors} symbols={symbols} isLive={isLive} />
      </section>
      <div id="answer" aria-live="polite">
        {errors.rule !== undefined && question.rule === undefined ? (
          <Cases question={question} rulebook={rulebook} />
        ) : (
          Object.keys(errors).length > 0 && (
            <Notice kind="bad" title="Please check the form">
              <ul>
                {Object.values(errors).map((it) => (
                  <li>{it}</li>
                ))}
              </ul>
            </Notice>
          )
        )}
        {refusal && <Refused refusal={refusal} jurisdiction={rulebook.jurisdiction(question.jurisdiction ?? '')} />}
        {answer && children}
        {!isSubmitted && <Introduction today={question.date!} newest={newest} rulebook={rulebook} />}
      </div>
    </Layout>
  )
}

function Cases({ question, rulebook }: { question: TypedQuestion; rulebook: Rulebook }) {
  return (
    <Notice kind="warning" title="The law has a rule for each case">
      <ul>
        {rulesFor(rulebook, question).others.map((it) => (
          <li>
            <a href={applicableAddress({ ...question, rule: it.id })}>{caseText(it)}</a> ({it.id})
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function Refused({ refusal, jurisdiction }: { refusal: Refusal; jurisdiction?: { code: string; name: string } }) {
  return (
    <Notice kind="warning" title="No rule answers this question">
      <p>
        {sentence(refusal.message)}{' '}
        {jurisdiction ? (
          <a href={jurisdictionAddress(jurisdiction.code)}>The rules of {jurisdiction.name}</a>
        ) : (
          <a href="/applicable/rules">All jurisdictions</a>
        )}
      </p>
    </Notice>
  )
}

function Introduction({ today, newest, rulebook }: { today: string; newest: PageProps['newest']; rulebook: Rulebook }) {
  return (
    <>
      <h2>Examples</h2>
      <ul>
        {exampleQuestions(newest, today).map(({ text, query }) => (
          <li>
            <a href={applicableAddress(query)}>{text}</a>
          </li>
        ))}
      </ul>
      <h2>More</h2>
      <ul>
        <li>
          <a href="/applicable/rules">The rules</a>: {rulebook.rules.length} in {rulebook.jurisdictions.length}{' '}
          jurisdictions, each with its citation
        </li>
        <li>
          <a href="/applicable/batch">A whole file</a>: CSV, Excel or JSON lines
        </li>
        <li>
          <a href="/verify">Check a certificate</a>
        </li>
      </ul>
    </>
  )
}
