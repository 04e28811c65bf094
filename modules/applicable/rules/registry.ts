import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'
import { jurisdictionFile, type Jurisdiction, type JurisdictionFile, type Rule, type RuleInFile } from './rule.ts'

const FOLDER = new URL('.', import.meta.url)
const AWAITED = 'awaited.yaml'

/** The rules of all jurisdictions. */
export interface RuleBook {
  jurisdictions: Jurisdiction[]
  rules: Rule[]
}

let book: RuleBook | undefined
let awaited: Record<string, string> | undefined

/**
 * Every rule, found because its file is in this folder; read once. Throws for a file or a reference that is wrong; the
 * message names the file.
 */
export function loadRules(): RuleBook {
  book ??= ruleBookOf(readRules())
  return book
}

/** The SHA-256 of the files in this folder: of the rules, and of the code that reads them. */
export function digestOfRules(): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(FOLDER).sort()) hash.update(`${name}\n`).update(readFileSync(new URL(name, FOLDER)))
  return hash.digest('hex')
}

function readRules(): JurisdictionFile[] {
  const names = readdirSync(FOLDER)
    .filter((file) => file.endsWith('.yaml') && file !== AWAITED)
    .sort()
  return names.map((name) => readJurisdiction(name, readFileSync(new URL(name, FOLDER), 'utf8')))
}

/** The series that rules name and that no source has yet, each with the known facts; read once. */
export function loadAwaited(): Record<string, string> {
  awaited ??= z.record(z.string(), z.string()).parse(parse(readFileSync(new URL(AWAITED, FOLDER), 'utf8')))
  return awaited
}

/** Reads the text of a file. Throws if it does not match the schema of rule.ts, or is not named after its jurisdiction. */
export function readJurisdiction(name: string, text: string): JurisdictionFile {
  const { success, data, error } = jurisdictionFile.safeParse(parse(text))
  if (!success) {
    throw new TypeError(
      `rules/${name}: ${error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')}`
    )
  }
  const expected = `${data.jurisdiction.toLowerCase()}.yaml`
  if (name !== expected) throw new TypeError(`rules/${name}: the file of ${data.jurisdiction} is ${expected}`)
  return data
}

/**
 * Combines the files and resolves the references between their rules. Throws for a reference to a rule that does not
 * exist.
 */
export function ruleBookOf(files: JurisdictionFile[]): RuleBook {
  const inFiles = files.flatMap(({ jurisdiction, rules }) => rules.map((rule) => ({ ...rule, jurisdiction })))
  const byId = new Map(inFiles.map((rule) => [rule.id, rule]))
  if (byId.size < inFiles.length) {
    throw new TypeError(`rules: the id ${inFiles.find((rule) => byId.get(rule.id) !== rule)!.id} is given twice`)
  }
  for (const { id, jurisdiction, parent, implements: union } of inFiles) {
    if (!id.startsWith(`${jurisdiction.toLowerCase()}-`)) {
      throw new TypeError(`rules: ${id} must begin with ${jurisdiction.toLowerCase()}-`)
    }
    for (const other of [parent, union]) if (other !== undefined) find(byId, other, id)
  }
  return { jurisdictions: files.map(asJurisdiction), rules: inFiles.map((rule) => withReference(rule, byId)) }
}

function asJurisdiction({ jurisdiction: code, name, currency, part_of }: JurisdictionFile): Jurisdiction {
  return {
    code,
    name,
    currencies: typeof currency === 'string' ? [{ code: currency }] : currency,
    ...(part_of && { part_of })
  }
}

type Located = RuleInFile & { jurisdiction: string }

/** The fields that a reference supplies; the event, the conditions and the citation belong to the rule itself. */
// prettier-ignore
const REFERRED = [
  'rate', 'day', 'named_by', 'then', 'carry_back', 'year_starts', 'target', 'fallback', 'rounding', 'override'
] as const

function withReference(rule: Located, byId: Map<string, Located>, seen: string[] = []): Rule {
  if (rule.same_as === undefined) return rule as Rule
  if (seen.includes(rule.id)) throw new TypeError(`rules: ${rule.id} refers to itself`)
  const other = withReference(find(byId, rule.same_as, rule.id), byId, [...seen, rule.id])
  const referred = Object.fromEntries(
    REFERRED.flatMap((name) => (other[name] === undefined ? [] : [[name, other[name]]]))
  )
  return { ...referred, ...rule } as Rule
}

function find(byId: Map<string, Located>, id: string, by: string): Located {
  const rule = byId.get(id)
  if (!rule) throw new TypeError(`rules: ${by} refers to ${id}, which is not there`)
  return rule
}
