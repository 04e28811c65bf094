import type { Module } from '../module.ts'

/** When sources publish: the next expected table, the missed ones, and how late the tables came. */
const module: Module = {
  name: 'calendar',
  routes: async () => {
    const { calendar, calendarFile } = await import('./calendar-route.ts')
    return [calendar, calendarFile]
  }
}

export default module
