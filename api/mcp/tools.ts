import { applicable } from '../applicable/applicable-tool.ts'
import { availability, history } from '../series/history-tool.ts'
import { compare, convert, pairRate } from '../rates/pairs-tool.ts'
import { currencies, sources } from '../sources/sources-tool.ts'
import { series } from '../series/series-tool.ts'
import { latestTable, tableOnDate } from '../rates/tables-tool.ts'
import type { Tool } from './kit/tool.ts'

/** Every tool. */
export const tools: Tool[] = [sources, latestTable, pairRate, tableOnDate, history, series, compare, availability, convert, currencies, applicable]
