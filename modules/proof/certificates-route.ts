import { createHash } from 'node:crypto'
import { z } from 'zod'
import { writeBundle } from './kit/bundle.ts'
import { certificateFile, signCertificate, type Certificate, type CertifiedEntry } from './kit/certificate.ts'
import { publicSet, ringOf, signingKeyOf, type KeyRing } from './keys.ts'
import { issueSlip } from './kit/slip.ts'
import type { Place } from '../../adapters/kit/reading.ts'
import { kindOf } from './kit/statement.ts'
import { badRequest, notFound, asOfClause } from '../../api/contract/errors.ts'
import { lawParameters, type LegalRequest } from '../law.ts'
import * as parameters from '../../api/contract/parameters.ts'
import { CERTIFICATE_UNITS } from '../../api/contract/prices.ts'
import { CERTIFICATE_GUIDE, CERTIFICATE_NOTICE } from '../../api/contract/texts.ts'
import type { Answer } from '../../api/formats/answer.ts'
import { NO_STORE } from '../../api/server/cache-control.ts'
import { route, type Context } from '../../api/server/route.ts'
import { certifyLegal, certifyPair, certifyTable, type Certified } from './certificates-query.ts'
import { writeCheckpoint } from './log-query.ts'
import { pairNotCovered } from '../../api/rates/missing.ts'
import { endingOf, findDocument } from '../../api/documents/publications-query.ts'

/** The maximum number of documents in an archive, which is built in memory. */
const MAX_DOCUMENTS = 100

const FORMATS = ['json', 'pdf', 'zip'] as const
const LEGAL = ['jurisdiction', 'purpose', 'rule', 'amount', 'side', 'series', 'invoice_date', 'from', 'to'] as const

const base64url = z.string().regex(/^[\w-]+$/)

export const certificates = route({
  path: '/api/v1/certificates',
  summary:
    'Get a signed certificate of a rate, a table or the rate that a law requires, with its documents and the ' +
    'proof that the log has them',
  access: 'paid',
  units: CERTIFICATE_UNITS,
  query: {
    bank: parameters.bank.optional(),
    jurisdiction: lawParameters.jurisdiction,
    purpose: lawParameters.purpose,
    rule: lawParameters.rule,
    amount: lawParameters.amount,
    side: lawParameters.side,
    series: lawParameters.series,
    invoice_date: lawParameters.invoice_date,
    from: lawParameters.from,
    to: lawParameters.to,
    source: parameters.source.optional(),
    target: parameters.target.optional(),
    date: parameters.date,
    type: parameters.type.optional(),
    as_of: parameters.asOf.optional(),
    format: z
      .enum(FORMATS, `expected ${FORMATS.join(', ')}`)
      .default('json')
      .meta({
        description:
          'A JWS as JSON, a PDF of one page with the JSON attached, or a ZIP archive of both with the ' +
          'publisher’s documents.',
        examples: ['json']
      })
  },
  examples: [
    { summary: 'One pair', request: { bank: 'ecb', source: 'USD', target: 'GBP' } },
    { summary: 'A whole table', request: { bank: 'ecb' } }
  ],
  response: z
    .strictObject({
      payload: base64url.meta({
        description: 'The certified statement, as JSON in base64url.',
        examples: ['eyJ2ZXJzaW9uIjoxfQ']
      }),
      signatures: z
        .array(
          z.strictObject({
            protected: base64url.meta({
              description:
                'The header of the signature: the algorithm EdDSA, and the key as /.well-known/jwks.json names it.',
              examples: ['eyJhbGciOiJFZERTQSJ9']
            }),
            signature: base64url.meta({
              examples: ['hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg']
            })
          })
        )
        .length(1)
    })
    .meta({ description: 'A JSON Web Signature in its general JSON serialization (RFC 7515).' }),
  failures: [404],
  cacheControl: NO_STORE,
  run: async (request, context) => {
    if (request.as_of !== undefined && Date.parse(request.as_of) > context.now) {
      throw badRequest('as_of', 'expected an instant in the past; a day means its end')
    }
    const certified = await find(request, context)
    const ring = await ringOf(context)
    const checkpoint = writeCheckpoint(certified, ring)
    const certificate = asCertificate(certified, checkpoint, context)
    const signed = signCertificate(certificate, signingKeyOf(ring))
    const file = certificateFile(signed)
    return answer(request.format as (typeof FORMATS)[number], { certificate, file, ring, context })
  }
})

interface CertificateRequest extends Omit<LegalRequest, 'source' | 'withUnsure'> {
  bank?: string
  source?: string
  type?: string
  as_of?: string
}

async function find(request: CertificateRequest, context: Context): Promise<Certified> {
  const { bank, jurisdiction, rule, source } = request
  if (bank !== undefined) {
    const legal = LEGAL.find((name) => request[name] !== undefined)
    if (legal) throw badRequest(legal, 'must not be sent with bank: the rule says whose rate applies')
    return findPublished({ ...request, bank }, context)
  }
  if (jurisdiction === undefined && rule === undefined) {
    throw badRequest('bank', 'expected the code of a source, or a jurisdiction and purpose in its place')
  }
  if (source === undefined) throw badRequest('source', 'expected the currency of the amount')
  if (request.type !== undefined) {
    throw badRequest('type', 'needs bank: without one, the rule says which type applies')
  }
  const { date, target, purpose, amount, side, series, invoice_date: invoiceDate, from, to } = request
  const asked = {
    jurisdiction,
    purpose,
    date,
    source,
    target,
    amount,
    rule,
    side,
    series,
    invoice_date: invoiceDate,
    from,
    to,
    withUnsure: false
  }
  if (!context.findLegalRate) throw notFound('this service certifies only rates of sources: name a bank')
  return certifyLegal(
    context.database,
    await context.findLegalRate(context.database, asked, { asOf: request.as_of, at: context.now }),
    request.as_of
  )
}

async function findPublished(
  request: CertificateRequest & { bank: string },
  { database }: Context
): Promise<Certified> {
  const pair = parameters.pairOf(request)
  if (pair && pair.source === pair.target) {
    throw badRequest(
      'target',
      'expected a currency other than source: no document prints the rate of a currency against itself'
    )
  }
  const { date, type } = request
  if (!pair && type !== undefined) throw badRequest('type', 'needs source and target: a table is certified as a whole')
  const lookup = { bank: request.bank, on: date, asOf: request.as_of }
  const { bank, certified, last }: Awaited<ReturnType<typeof certifyPair>> = pair
    ? await certifyPair(database, { ...lookup, ...pair, type, withRows: true })
    : await certifyTable(database, lookup)
  const known = asOfClause(request.as_of)
  if (!certified) {
    throw pair
      ? pairNotCovered(bank, pair, { when: `for ${date}${known}`, last })
      : notFound(`${bank.code} has no table on or before ${date}${known}`)
  }
  return certified
}

function asCertificate(
  { statement, asOf, rates, entries }: Certified,
  checkpoint: string,
  { origin, now, settings: { demo } }: Context
): Certificate {
  return {
    version: 1,
    issuer: origin,
    issued_at: new Date(now).toISOString(),
    as_of: asOf,
    statement,
    rates,
    entries,
    checkpoint,
    notice: CERTIFICATE_NOTICE,
    ...(demo && { demo: true as const })
  }
}

interface Issued {
  certificate: Certificate
  file: Buffer
  ring: KeyRing
  context: Context
}

async function answer(format: (typeof FORMATS)[number], issued: Issued): Promise<Answer> {
  const body = format === 'json' ? issued.file : format === 'pdf' ? await asPdf(issued) : await asBundle(issued)
  const { bank, source, target, rate_date: date } = issued.certificate.statement
  const name = [bank.code, source, target, date].filter(Boolean).join('-') // of a table without a pair
  return {
    body,
    headers: { 'Content-Type': TYPES[format], 'Content-Disposition': `attachment; filename="${name}.${format}"` }
  }
}

const TYPES = { json: 'application/json; charset=utf-8', pdf: 'application/pdf', zip: 'application/zip' }

async function asPdf(issued: Issued): Promise<Buffer> {
  const {
    certificate,
    file,
    ring,
    context: { origin }
  } = issued
  // takes longer to load than everything else here, and is rarely needed
  const { writePdf } = await import('./kit/pdf.ts')
  const key = signingKeyOf(ring)
  const { statement, as_of, issued_at } = certificate
  const slip = issueSlip(
    {
      title: `${certificate.demo ? 'Demonstration: ' : ''}${kindOf(statement).title(statement)}`,
      as_of,
      issued_at,
      sha256: createHash('sha256').update(file).digest('base64url')
    },
    key
  )
  return writePdf(certificate, { file, link: `${origin}/verify?slip=${slip}`, place: await placeOf(issued) }, key)
}

/**
 * The place of the first rate in its document; undefined for a whole table, and if the current adapter does not read
 * the rate in it.
 */
async function placeOf({
  certificate: {
    statement,
    rates: [rate],
    entries
  },
  context: { database, operations }
}: Issued): Promise<Place | undefined> {
  const entry = statement.kind === 'table' ? undefined : entries.find(({ leaf }) => leaf === rate?.leaf)
  return (
    entry &&
    operations
      .findPlace({ source: statement.bank.code, entry, bytes: await documentOf(database, entry) }, rate!)
      .catch(() => undefined)
  )
}

async function asBundle(issued: Issued): Promise<Buffer> {
  const {
    certificate,
    file,
    ring,
    context: { database }
  } = issued
  const { length: count } = certificate.entries
  if (count > MAX_DOCUMENTS) {
    throw badRequest(
      'format',
      `expected json or pdf: the rate is calculated from ${count} documents, and an archive holds up to ${MAX_DOCUMENTS}`
    )
  }
  const documents = await Promise.all(
    certificate.entries.map(async (entry) => [nameOf(certificate, entry), await documentOf(database, entry)] as const)
  )
  return writeBundle(
    {
      'certificate.json': file,
      'certificate.pdf': await asPdf(issued),
      'keys.json': Buffer.from(JSON.stringify(publicSet(ring), null, 2)),
      'README.txt': Buffer.from(CERTIFICATE_GUIDE),
      ...Object.fromEntries(documents)
    },
    signingKeyOf(ring)
  )
}

function nameOf({ statement: { bank } }: Certificate, { publication, media_type: mediaType }: CertifiedEntry): string {
  return `documents/${bank.code}-${publication}.${endingOf(mediaType)}`
}

async function documentOf(database: Context['database'], { publication }: CertifiedEntry): Promise<Buffer> {
  const found = await findDocument(database, String(publication))
  if (!found) throw new Error(`publication ${publication} has no document; "ratebook log verify" says more`)
  return found.bytes
}
