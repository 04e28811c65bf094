export interface Call {
  path: string
  method: string
  headers: Record<string, string>
  body?: string
  /** The shell variable that receives the cookie of the answer. */
  jar?: string
  /** The pattern of `grep`. */
  pattern?: string
}

const ORIGIN = 'http://localhost:8080'

/** Parses a `curl` command of the documents, with an optional `| grep`. Throws for an unsupported option. */
export function readCurl(line: string, variables: Record<string, string>): Call {
  const [, command = '', pattern] = /^curl (.*?)(?: \| grep '(.*)')?$/.exec(line)!
  const tokens = [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double = '', bare]) =>
      single ?? bare ?? double.replace(/\$([A-Z]+)/g, (_, name: string) => variables[name]!)
  )
  const call: Partial<Call> & { headers: Record<string, string> } = { headers: {}, pattern }
  for (let word = tokens.shift(); word !== undefined; word = tokens.shift()) {
    if (word === '-H') {
      const [name, value] = tokens.shift()!.split(': ')
      call.headers[name!] = value!
    } else if (word === '-o') tokens.shift()
    else if (word === '-X') call.method = tokens.shift()
    else if (word === '-d') call.body = tokens.shift()
    else if (word === '-c') call.jar = tokens.shift()
    else if (word === '-b') call.headers.cookie = variables[tokens.shift()!]!
    else if (word.startsWith(ORIGIN)) call.path = word.slice(ORIGIN.length)
    else if (word !== '-s') throw new Error(`the documents have an option that is not known here: ${word}`)
  }
  return { ...call, path: call.path!, method: call.method ?? (call.body === undefined ? 'GET' : 'POST') }
}
