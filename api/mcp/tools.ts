import { availability, history } from './history.ts'
import { compare, convert, pairRate } from './pairs.ts'
import { listCurrencies, listSources } from './sources.ts'
import { latestTable, tableOnDate } from './tables.ts'
import type { Tool } from './tool.ts'

/** Every tool. */
export const tools: Tool[] = [listSources, latestTable, pairRate, tableOnDate, history, compare, availability, convert, listCurrencies]
