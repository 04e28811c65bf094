import { readFile } from 'node:fs/promises'
import type { ComponentChildren } from 'preact'
import { z } from 'zod'
import type { Certificate, CertifiedEntry } from '../kit/certificate.ts'
import { SignatureError } from '../kit/jws.ts'
import { ringOf } from '../keys.ts'
import { openSlip, type Slip } from '../kit/slip.ts'
import { kindOf } from '../kit/statement.ts'
import { isGood, verdictOf, verifyFile, type Check, type Report } from '../kit/verify.ts'
import type { Context } from '../../../api/server/route.ts'
import { listChanges, type Change } from '../certificates-query.ts'
import { findDocument } from '../../../api/documents/publications-query.ts'
import { Badge, Facts, Notice, Section } from '../../pages/kit/components.tsx'
import { Layout } from '../../pages/kit/layout.tsx'
import { privatePage, privateAnswer } from '../../pages/kit/private.ts'
import { DataTable } from '../../pages/kit/tables.tsx'

const MAX_BYTES = 2 * 2 ** 20
const TYPES = { '.json': 'application/json', '.pdf': 'application/pdf', '.zip': 'application/zip' }
const DESCRIPTION =
  'Check a certificate of an official exchange rate: its signature, the proof that the log has ' +
  'it, and the figure in the publisher’s document.'

export const verifyPage = privatePage({
  path: '/verify',
  summary: 'The form to check a certificate, and the data behind the code of a printed one',
  query: {
    slip: z.string().max(2000).optional().meta({ description: 'The content of the code on a printed certificate.' })
  },
  run: async ({ slip }, context) =>
    privateAnswer(<Page>{slip !== undefined && (await openedSlip(slip, context))}</Page>)
})

export const verifyText = privatePage({
  method: 'POST',
  path: '/verify',
  summary: 'Checks a certificate that was pasted as text',
  body: { text: z.string().max(MAX_BYTES).default('').meta({ description: 'The text of a certificate as JSON.' }) },
  maxFormBytes: MAX_BYTES,
  run: async ({ text }, context) => verify(Buffer.from(`${text.trim()}\n`), context)
})

export const verifyUpload = privatePage({
  method: 'POST',
  path: '/verify/file',
  summary: 'Checks a certificate as a file',
  upload: {
    types: Object.values(TYPES),
    maxBytes: MAX_BYTES,
    form: { maxBytes: MAX_BYTES, endings: TYPES },
    example: { type: TYPES['.json'], text: '{"payload":"…","signatures":[]}' }
  },
  run: async (_request, context) => verify(await readFile(context.file!.path), context)
})

async function verify(given: Buffer, context: Context) {
  const report = await verifyFile(given, await optionsFor(context))
  return privateAnswer(
    <Page title={`Certificate ${verdictOf(report)}`}>
      <Checked report={report} changes={await changesSince(report, context)} />
    </Page>
  )
}

async function optionsFor(context: Context) {
  const { operations, database, now } = context
  const { keys } = await ringOf(context)
  return {
    keys,
    now: new Date(now),
    read: operations.readDocument,
    findDocument: async ({ publication }: CertifiedEntry) => (await findDocument(database, String(publication)))?.bytes
  }
}

async function changesSince({ certificate }: Report, { database }: Context): Promise<Change[]> {
  return certificate
    ? listChanges(database, {
        bank: certificate.statement.bank.code,
        rates: certificate.rates,
        after: certificate.as_of
      })
    : []
}

async function openedSlip(slip: string, context: Context) {
  try {
    const { keys } = await ringOf(context)
    return <Printed slip={openSlip(slip, keys)} />
  } catch (error) {
    if (!(error instanceof SignatureError)) throw error
    return (
      <Notice kind="bad" title="This service did not issue this code.">
        <p>The code is damaged or was made by someone else. The certificate that shows it proves nothing.</p>
      </Notice>
    )
  }
}

function Page({ title = 'Verify a certificate', children }: { title?: string; children?: ComponentChildren }) {
  return (
    <Layout title={title} description={DESCRIPTION}>
      <h1>Verify a certificate</h1>
      {children}
      <div class="cards">
        <form method="post" action="/verify/file" class="card" enctype="multipart/form-data">
          <div class="field">
            <label for="certificate-file">The certificate, as JSON, PDF or ZIP</label>
            <input type="file" id="certificate-file" name="file" accept={Object.keys(TYPES).join(',')} required />
            <p class="hint">
              Up to 2 MB. For a larger bundle use <code>ratebook verify</code>.
            </p>
          </div>
          <button>Verify the file</button>
        </form>
        <form method="post" action="/verify" class="card">
          <div class="field">
            <label for="certificate-text">Or the text of a certificate as JSON</label>
            <textarea id="certificate-text" name="text" rows={4} required />
          </div>
          <button>Verify the text</button>
        </form>
      </div>
    </Layout>
  )
}

function Printed({ slip: { title, as_of: asOf, issued_at: issued, sha256 } }: { slip: Slip }) {
  return (
    <section aria-labelledby="printed">
      <Notice kind="good">
        <p>This service issued the code. If the paper differs from the data below, the paper was changed.</p>
      </Notice>
      <h2 id="printed">{title}</h2>
      <Facts
        facts={[
          ['Known at', asOf],
          ['Issued', issued],
          ['SHA-256 of the certificate', sha256]
        ]}
      />
      <p>For the full proof, check the file itself.</p>
    </section>
  )
}

function Checked({ report, changes }: { report: Report; changes: Change[] }) {
  const good = isGood(report)
  return (
    <>
      <Notice kind={!good ? 'bad' : report.certificate?.demo ? 'warning' : 'good'}>
        <p>
          The certificate is {verdictOf(report)}.
          {report.certificate?.demo && ' Its documents are samples that no publisher sent.'}
        </p>
      </Notice>
      {report.certificate && <StatementFacts certificate={report.certificate} />}
      <h2>Checks</h2>
      <DataTable
        label="Checks"
        rows={report.checks}
        columns={[
          { head: 'Part', cell: ({ name }) => name },
          { head: 'Result', cell: (check) => <Result check={check} /> },
          { head: 'Detail', cell: ({ detail }) => detail }
        ]}
      />
      {report.certificate && <Changes changes={changes} />}
    </>
  )
}

function Result({ check: { holds } }: { check: Check }) {
  if (holds === undefined) return <Badge kind="quiet">not checked</Badge>
  return holds ? <Badge kind="good">valid</Badge> : <Badge kind="bad">not valid</Badge>
}

function StatementFacts({
  certificate: { statement, as_of: asOf, issued_at: issued, issuer }
}: {
  certificate: Certificate
}) {
  const { title, facts } = kindOf(statement)
  return (
    <Section id="statement" title={title(statement)}>
      <Facts facts={[...facts(statement), ['Known at', asOf], ['Issued', issued], ['Issued by', issuer]]} />
    </Section>
  )
}

function Changes({ changes }: { changes: Change[] }) {
  return (
    <Section id="changes" title="Changes since the certificate">
      {changes.length === 0 && <p>None: its rates are unchanged.</p>}
      {changes.length > 0 && (
        <>
          <p>The certificate states the rates as known at its time and stays valid. These changes came later:</p>
          <DataTable
            label="Changes since the certificate"
            rows={changes}
            columns={[
              { head: 'Known at', cell: ({ known_at: known }) => known },
              { head: 'Rate', isRowHeading: true, cell: ({ base, quote, type }) => `${base} ${quote} ${type}` },
              { head: 'Date', cell: ({ date }) => date },
              { head: 'Value', cell: ({ value }) => value ?? 'withdrawn' },
              { head: 'Publication', cell: ({ publication_id: publication }) => publication }
            ]}
          />
        </>
      )}
    </Section>
  )
}
