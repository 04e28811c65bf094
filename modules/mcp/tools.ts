import type { Tool } from '../tool.ts'
import { availability, history } from './tools/history.ts'
import { compare, convert, pairRate } from './tools/pairs.ts'
import { currencies, sources } from './tools/sources.ts'
import { latestTable, tableOnDate } from './tools/tables.ts'

/** The tools for the core. */
export const tools: Tool[] = [
  sources,
  latestTable,
  pairRate,
  tableOnDate,
  history,
  compare,
  availability,
  convert,
  currencies
]
