import type { Head } from './messages/message.ts'
import { OWN } from './model.ts'

/** The header of a message that is prepared at an instant. */
export function headOf(now: number, sender = OWN): Head {
  const prepared = `${new Date(now).toISOString().slice(0, 19)}Z`
  return { id: `RB${prepared.replaceAll(/\W/g, '')}`, prepared, sender }
}
