import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

// Removes the databases and the folder of a test run at its end. If the run was killed, first ends its remaining
// processes.

const [folder, template, server] = process.argv.slice(2)

const POLL = 100
const QUIT_TIME = 10_000 // after which a process is killed

let isDone = false
process.stdin.on('data', () => {
  isDone = true
})
process.stdin.once('end', async () => {
  if (!isDone) await endProcesses()
  if (server) await dropDatabases()
  await removeFolder()
})

/**
 * Ends the processes of the run and waits until they have ended: a process that is still starting would write to the
 * folder again.
 */
async function endProcesses() {
  for (let waited = 0; ; waited += POLL) {
    const remaining = processes().filter((id) => isOfRun(id))
    if (remaining.length === 0) return
    // on SIGQUIT, PostgreSQL frees its shared memory
    for (const id of remaining) kill(id, waited < QUIT_TIME ? 'SIGQUIT' : 'SIGKILL')
    await sleep(POLL)
  }
}

/** @returns {number[]} */
function processes() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((id) => id !== process.pid)
}

/**
 * Whether a process names the folder or a database of the run. Sessions of PostgreSQL are skipped: they end with their
 * server or database.
 * @param {number} id
 */
function isOfRun(id) {
  const words = wordsOf(id)
  return !words.startsWith('postgres:') && [folder, template].some((mark) => words.includes(mark))
}

/** @param {number} id */
function wordsOf(id) {
  const read = (/** @type {string} */ name) => {
    try {
      return readFileSync(`/proc/${id}/${name}`, 'utf8')
    } catch {
      return '' // it has ended, or belongs to another user
    }
  }
  return read('cmdline') + read('environ')
}

/**
 * @param {number} id
 * @param {NodeJS.Signals} signal
 */
function kill(id, signal) {
  try {
    process.kill(id, signal)
  } catch {
    // it has ended
  }
}

/** Removes the folder, and again if a session that is ending has written a file meanwhile. */
async function removeFolder() {
  for (;;) {
    try {
      return rmSync(folder, { recursive: true, force: true })
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOTEMPTY') throw error
      await sleep(POLL)
    }
  }
}

async function dropDatabases() {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  const { rows } = await client.query(
    "select format('drop database if exists %I with (force)', datname) as statement from pg_database where " +
      'starts_with(datname, $1)',
    [template]
  )
  for (const { statement } of rows) await client.query(statement)
  await client.end()
}
