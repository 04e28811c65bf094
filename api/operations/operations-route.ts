import { z } from 'zod'
import { HttpError } from '../contract/errors.ts'
import { taggedBytes } from '../formats/index.ts'
import { route } from '../server/route.ts'

const NEVER_KEPT = 'no-store'

export const health = route({
  path: '/healthz',
  summary: 'Check that the process is running',
  access: 'keyless',
  isUnlimited: true,
  response: z.strictObject({ status: z.literal('ok') }),
  cacheControl: NEVER_KEPT,
  run: async () => ({ fields: { status: 'ok' } })
})

export const readiness = route({
  path: '/readyz',
  summary:
    'Check that the service can answer requests with a key: the database is available and writable, and its ' +
    'schema is that of this version. Answers 503 until then',
  access: 'keyless',
  isUnlimited: true,
  response: z.strictObject({ status: z.literal('ready') }),
  failures: [503],
  cacheControl: NEVER_KEPT,
  run: async (_request, { readiness }) => {
    const problem = await readiness.problem()
    if (problem !== undefined) throw new HttpError('unavailable', problem, { 'Retry-After': '5' })
    return { fields: { status: 'ready' } }
  }
})

export const metrics = route({
  path: '/metrics',
  summary: 'Get metrics for Prometheus: requests, runs, rows and the age of each source',
  access: 'keyless',
  isUnlimited: true,
  response: z.string(),
  mediaType: 'text/plain',
  cacheControl: NEVER_KEPT,
  run: async (_request, { metrics }) => taggedBytes(await metrics.write(), { 'Content-Type': metrics.contentType })
})
