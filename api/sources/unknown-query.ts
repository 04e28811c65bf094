import type { Database } from '../../sql/database.ts'
import { distance } from '../contract/distance.ts'

const MAX_DISTANCE = 2 // a suggested code differs from the unknown one in at most this many characters
const MAX_SUGGESTIONS = 3

/** The message about an unknown code. It suggests similar codes, if there are some. */
export async function unknownSource(database: Database, code: string): Promise<string> {
  const codes = (await database.read<{ code: string }>('select code from sources where active order by code')).map(
    (it) => it.code
  )
  const begun = codes.filter((it) => it.startsWith(code) || code.startsWith(it))
  const changes = (it: string) => distance(it, code)
  const least = Math.min(...codes.map(changes))
  const meant = (begun.length > 0 || least > MAX_DISTANCE ? begun : codes.filter((it) => changes(it) === least)).slice(
    0,
    MAX_SUGGESTIONS
  )
  return `there is no source ${code}${meant.length === 0 ? '' : `; did you mean ${meant.join(' or ')}?`}`
}
