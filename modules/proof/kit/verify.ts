import { createHash } from 'node:crypto'
import type { ReadableDocument, ReadRate } from '../../../adapters/kit/reading.ts'
import { openBundle } from './bundle.ts'
import {
  ENVELOPE,
  openCertificate,
  type Certificate,
  type CertifiedEntry,
  type OpenedCertificate
} from './certificate.ts'
import { fractionOf, isEqual } from './decimal.ts'
import { SignatureError, type PublicKey } from './jws.ts'
import { hashLeaf, rootOfInclusion } from './merkle.ts'
import { openCheckpoint } from './note.ts'
import { openSealed } from './seal.ts'
import { kindOf, type CertifiedRate, type RowProof } from './statement.ts'

interface VerifyOptions {
  /** The trusted keys. */
  keys: readonly PublicKey[]
  now: Date
  /** Documents that are available besides those in the file. */
  documents?: Buffer[]
  /** Finds a document that is not available. If it is given, the documents in a bundle are not unpacked. */
  findDocument?: (entry: CertifiedEntry) => Promise<Buffer | undefined>
  /** Reads rows of these dates from a document with the current adapter. Undefined if the source has no adapter. */
  read?: (document: ReadableDocument, dates: string[]) => Promise<ReadRate[] | undefined>
}

export interface Check {
  name: string
  /** Undefined if it could not be checked. */
  holds?: boolean
  detail: string
}

export interface Report {
  certificate?: Certificate
  checks: Check[]
}

const PDF = Buffer.from('%PDF-')
const ZIP = Buffer.from('PK\u0003\u0004')
const CLOCKS_DIFFER = 5 * 60_000
const CERTIFICATE = 'certificate.json'

/** True if no check failed. */
export function isGood({ checks }: Report): boolean {
  return checks.every(({ holds }) => holds !== false)
}

/** The outcome of all checks in words. A demo certifies samples, not documents from publishers. */
export function verdictOf(report: Report): string {
  if (!isGood(report)) return 'not valid'
  return report.certificate?.demo ? 'valid, of a demonstration' : 'valid'
}

/** Checks a certificate as JSON, as a PDF or in a bundle, from its signature to the figures in its documents. */
export async function verifyFile(file: Buffer, options: VerifyOptions): Promise<Report> {
  const opened = open(file, options)
  if ('fault' in opened) return { checks: [{ name: 'Signature', holds: false, detail: opened.fault }] }
  const { certificate, key, documents } = opened
  const { keys, now } = options
  const checks = [
    checkSignature(certificate, key, now),
    checkLog(certificate, keys),
    checkRows(certificate),
    checkStatement(certificate)
  ]
  for (const entry of certificate.entries) checks.push(...(await checkDocument(certificate, entry, documents, options)))
  return { certificate, checks }
}

interface Opened extends OpenedCertificate {
  documents: Buffer[]
}

function open(file: Buffer, { keys, documents = [], findDocument }: VerifyOptions): Opened | { fault: string } {
  try {
    if (file.subarray(0, 4).equals(ZIP)) {
      const { [CERTIFICATE]: certificate = new Uint8Array(), ...others } = openBundle(
        file,
        keys,
        findDocument && CERTIFICATE
      )
      return {
        ...openCertificate(Buffer.from(certificate), keys),
        documents: [...documents, ...Object.values(others).map((it) => Buffer.from(it))]
      }
    }
    if (file.subarray(0, 5).equals(PDF)) {
      const [attached = ''] = ENVELOPE.exec(openSealed(file, keys).bytes.toString('latin1')) ?? []
      return { ...openCertificate(Buffer.from(attached), keys), documents }
    }
    return { ...openCertificate(file, keys), documents }
  } catch (error) {
    if (error instanceof SignatureError) return { fault: error.message }
    throw error
  }
}

function checkSignature(
  { issued_at: issued }: Certificate,
  { kid, created_at: created, retired_at: retired }: PublicKey,
  now: Date
): Check {
  const time = Date.parse(issued)
  const fault = !(time <= now.getTime() + CLOCKS_DIFFER)
    ? `it was issued at ${issued}, which is still to come`
    : time < Date.parse(created)
      ? `it was issued at ${issued}, before its key was made (${created})`
      : retired !== undefined && time > Date.parse(retired)
        ? `it was issued at ${issued}, after its key was retired (${retired})`
        : undefined
  return {
    name: 'Signature',
    holds: fault === undefined,
    detail:
      fault ?? `valid; made with the key ${kid}${retired === undefined ? '' : `, which was retired on ${retired}`}`
  }
}

function checkLog({ checkpoint, entries }: Certificate, keys: readonly PublicKey[]): Check {
  const name = 'Log'
  try {
    const { origin, size, root } = openCheckpoint(checkpoint, keys)
    const missing = entries.find(({ leaf, entry, inclusion }) => {
      return !rootOfInclusion(
        hashLeaf(Buffer.from(entry)),
        leaf,
        size,
        (inclusion ?? []).map((node) => Buffer.from(node, 'base64'))
      )?.equals(root)
    })
    return missing
      ? { name, holds: false, detail: `the proof that entry ${missing.leaf} is in the log is not valid` }
      : {
          name,
          holds: true,
          detail: `the log ${origin} of ${size} entries has ${entries.length === 1 ? `the entry ${entries[0]!.leaf}` : `the ${entries.length} entries`} behind the figures`
        }
  } catch (error) {
    if (error instanceof SignatureError) return { name, holds: false, detail: error.message }
    throw error
  }
}

function checkRows({ rates, entries }: Certificate): Check {
  const name = 'Rows'
  const proven = rates.filter((rate) => rate.row)
  const wrong = proven.find(
    (rate) =>
      !isRowOf(
        rate,
        rate.row!,
        entries.find(({ leaf }) => leaf === rate.leaf)
      )
  )
  if (wrong) {
    return {
      name,
      holds: false,
      detail: `the proof that ${lineOf(wrong)} is a row of entry ${wrong.leaf} is not valid`
    }
  }
  if (proven.length < rates.length) {
    return {
      name,
      detail: `${rates.length - proven.length} of ${rates.length} cannot be shown: the entries of earlier versions hold one hash of all their rows`
    }
  }
  return {
    name,
    holds: true,
    detail:
      rates.length === 1
        ? `the entry has the row ${lineOf(rates[0]!)}`
        : `the entries have the rows of all ${rates.length} figures`
  }
}

function isRowOf(
  rate: CertifiedRate,
  { part, place, former, inclusion }: RowProof,
  entry: CertifiedEntry | undefined
): boolean {
  if (!entry) return false
  const { rows, root } = readEntry(entry)[part]
  const line = former === null ? lineOf(rate) : `${lineOf(rate)} was ${former}`
  return (
    rootOfInclusion(
      hashLeaf(Buffer.from(line)),
      place,
      rows,
      inclusion.map((node) => Buffer.from(node, 'base64'))
    )?.toString('hex') === root
  )
}

/**
 * A rate in the form of the log: base, quote, type, date, value for one base, unit, and the first and last day of its
 * validity or a dash for each.
 */
export function lineOf({
  base,
  quote,
  type,
  date,
  value,
  unit,
  valid_from: from,
  valid_to: to
}: CertifiedRate): string {
  return [base, quote, type, date, value, unit, from ?? '-', to ?? '-'].join(' ')
}

interface LoggedRows {
  rows: number
  /** The root of the tree of their lines (RFC 6962) in hexadecimal; missing in entries of version 1. */
  root?: string | null
}

interface Logged {
  source: string
  publication: number
  url: string
  method: string
  body_sha256: string | null
  document_sha256: string
  fetched_at: string
  known_at: string
  /**
   * The instance through which the document came, which also gave the time of the fetch; missing if the publisher sent
   * it.
   */
  peer?: string
  new: LoggedRows
  changed: LoggedRows
}

/** The content of a log entry. */
export function readEntry({ entry }: CertifiedEntry): Logged {
  return JSON.parse(entry) as Logged
}

function checkStatement({ statement, rates, entries, as_of: asOf }: Certificate): Check {
  const faults = [
    ...faultsOf(() => kindOf(statement).faults(statement, rates)),
    ...entries.flatMap((entry) => faultsOfEntry(entry, statement.bank.code, asOf))
  ]
  const loose = rates.find(({ leaf }) => !entries.some((entry) => entry.leaf === leaf))
  if (loose) faults.push(`no log entry records ${loose.base} ${loose.quote} ${loose.type}`)
  return {
    name: 'Derivation',
    holds: faults.length === 0,
    detail:
      faults.join('; ') ||
      `${kindOf(statement).title(statement)}: it follows from ${rates.length === 1 ? 'the rate' : `the ${rates.length} rates`} as published`
  }
}

function faultsOf(find: () => string[]): string[] {
  try {
    return find()
  } catch (error) {
    if (error instanceof RangeError) return [error.message]
    throw error
  }
}

function faultsOfEntry(entry: CertifiedEntry, source: string, asOf: string): string[] {
  const logged = readEntry(entry)
  const body = entry.body === null ? null : sha256(Buffer.from(entry.body))
  const same =
    logged.source === source &&
    logged.publication === entry.publication &&
    logged.url === entry.url &&
    logged.method === entry.method &&
    logged.body_sha256 === body
  return [
    ...(same ? [] : [`the log has another publication at ${entry.leaf}`]),
    ...(logged.known_at <= asOf ? [] : [`the entry ${entry.leaf} is later than the certificate`])
  ]
}

async function checkDocument(
  { statement, rates }: Certificate,
  entry: CertifiedEntry,
  documents: Buffer[],
  { findDocument, read }: VerifyOptions
): Promise<Check[]> {
  const name = `Document ${entry.publication}`
  const { document_sha256: expected, peer } = readEntry(entry)
  const origin = peer === undefined ? '' : `; it came through ${peer}`
  const bytes = documents.find((it) => sha256(it) === expected) ?? (await findDocument?.(entry))
  if (!bytes) {
    return [
      { name, detail: `not available; its SHA-256 is ${expected}, and it was requested from ${entry.url}${origin}` }
    ]
  }
  if (sha256(bytes) !== expected) return [{ name, holds: false, detail: 'its SHA-256 is not that in the log' }]
  const hash: Check = { name, holds: true, detail: `its SHA-256 is that in the log, ${expected}${origin}` }
  return [
    hash,
    await checkFigures(
      { source: statement.bank.code, entry, bytes },
      rates.filter(({ leaf }) => leaf === entry.leaf),
      read
    )
  ]
}

async function checkFigures(
  document: ReadableDocument,
  rates: CertifiedRate[],
  read: VerifyOptions['read']
): Promise<Check> {
  const name = `Figures in document ${document.entry.publication}`
  try {
    const found = await read?.(document, [...new Set(rates.map(({ date }) => date))])
    if (!found) return { name, detail: 'not read again: there is no adapter for it here' }
    const missing = rates.find((rate) => !found.some((it) => isSame(it, rate)))
    return missing
      ? {
          name,
          holds: false,
          detail: `the current adapter does not read ${missing.base} ${missing.quote} ${missing.type} ${missing.date} = ${missing.value} in it`
        }
      : {
          name,
          holds: true,
          detail: `the current adapter reads ${rates.length === 1 ? 'the figure' : `all ${rates.length} figures`} in it`
        }
  } catch (error) {
    return { name, holds: false, detail: `the current adapter can't read it: ${(error as Error).message}` }
  }
}

function isSame(one: ReadRate, other: ReadRate): boolean {
  return (
    one.base === other.base &&
    one.quote === other.quote &&
    one.type === other.type &&
    one.date === other.date &&
    one.unit === other.unit &&
    isEqual(fractionOf(one.value), fractionOf(other.value))
  )
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
