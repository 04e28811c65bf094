export { Ratebook } from './client.ts'
export { RatebookError, type Parameters, type RatebookOptions } from './request.ts'
export type * from './types.ts'
