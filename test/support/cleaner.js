import { readdirSync, readFileSync, rmSync } from 'node:fs'
import pg from 'pg'

// Removes the databases and the folder of a test run at its end. If the run was killed, this also ends its remaining processes.

const [folder, template, server] = process.argv.slice(2)

let isDone = false
process.stdin.on('data', () => { isDone = true })
process.stdin.once('end', async () => {
  if (!isDone) processes().filter((id) => isOfRun(id)).forEach(kill)
  if (server) await dropDatabases()
  rmSync(folder, { recursive: true, force: true, maxRetries: 40, retryDelay: 100 })
})

/** @returns {number[]} */
function processes () {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number).filter((id) => id !== process.pid)
}

/**
 * Whether a process names the folder or a database of the run. Sessions of PostgreSQL are skipped: they end with their server or database.
 * @param {number} id
 */
function isOfRun (id) {
  const words = wordsOf(id)
  return !words.startsWith('postgres:') && [folder, template].some((mark) => words.includes(mark))
}

/** @param {number} id */
function wordsOf (id) {
  const read = (/** @type {string} */ name) => {
    try {
      return readFileSync(`/proc/${id}/${name}`, 'utf8')
    } catch {
      return '' // it has ended, or belongs to another user
    }
  }
  return read('cmdline') + read('environ')
}

/** @param {number} id */
function kill (id) {
  try {
    process.kill(id, 'SIGQUIT') // PostgreSQL frees its shared memory on it
  } catch {
    // it has ended
  }
}

async function dropDatabases () {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  const { rows } = await client.query('select format(\'drop database if exists %I with (force)\', datname) as statement from pg_database where starts_with(datname, $1)', [template])
  for (const { statement } of rows) await client.query(statement)
  await client.end()
}
