// usage: node report.js STATUS-FILE
// Keeps one issue of the repository for each source that fails, with what "ratebook doctor" says of it, and closes it
// when the source works again. A workflow of GitHub sets GITHUB_API_URL and GITHUB_REPOSITORY.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const { GITHUB_API_URL: api, GITHUB_REPOSITORY: repository, GITHUB_TOKEN: token } = process.env
const LABEL = 'source'
const PAGE = 100
const MAX_BODY = 60_000 // characters; GitHub takes 65,536

async function call(method, path, body) {
  const answer = await fetch(`${api}/repos/${repository}/${path}`, {
    method,
    headers: { Accept: 'application/vnd.github+json', Authorization: `Bearer ${token}` },
    body: body && JSON.stringify(body)
  })
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

/** The open issues with the label, by title. */
async function openIssues() {
  const issues = new Map()
  for (let page = 1; ; page++) {
    const found = await call('GET', `issues?state=open&labels=${LABEL}&per_page=${PAGE}&page=${page}`)
    for (const issue of found) issues.set(issue.title, issue)
    if (found.length < PAGE) return issues
  }
}

function diagnosisOf(code) {
  const { stdout, stderr } = spawnSync('npx', ['ratebook', 'doctor', code], { encoding: 'utf8' })
  return `${stdout}${stderr}`
}

const { sources } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const open = await openIssues()
for (const { code, state, error, failing_since: since } of sources) {
  const title = `Source ${code} fails`
  const issue = open.get(title)
  if (error === null) {
    if (issue) await call('PATCH', `issues/${issue.number}`, { state: 'closed', state_reason: 'completed' })
    continue
  }
  const fence = '`````'
  const body =
    `${state} since ${since}\n\n${fence}\n${error}\n\n${diagnosisOf(code)}`.slice(0, MAX_BODY) + `\n${fence}\n`
  if (!issue) await call('POST', 'issues', { title, body, labels: [LABEL] })
  else if (issue.body !== body) await call('PATCH', `issues/${issue.number}`, { body })
}
