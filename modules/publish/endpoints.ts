import { endpoints } from '../../api/endpoints.ts'
import type { Route } from '../../api/server/route.ts'
import { logRoutes } from '../proof/log-route.ts'

/** The endpoints whose answers are published as files. */
export const published: readonly Route[] = [...endpoints, ...logRoutes]
