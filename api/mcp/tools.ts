import { applicable } from './applicable.ts'
import { availability, history } from './history.ts'
import { compare, convert, pairRate } from './pairs.ts'
import { currencies, sources } from './sources.ts'
import { series } from './series.ts'
import { latestTable, tableOnDate } from './tables.ts'
import type { Tool } from './tool.ts'

/** Every tool. */
export const tools: Tool[] = [sources, latestTable, pairRate, tableOnDate, history, series, compare, availability, convert, currencies, applicable]
