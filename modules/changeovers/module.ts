import type { Module } from '../module.ts'

/** Changeovers of currencies as one list: old and new code, factor, dates, legal act, and what publishers printed. */
const module: Module = {
  name: 'changeovers',
  sql: new URL('sql/', import.meta.url),
  routes: async () => {
    const { changeovers, changeoverCalendar } = await import('./changeovers-route.ts')
    return [changeovers, changeoverCalendar]
  }
}

export default module
