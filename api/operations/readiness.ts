import type { Logger } from 'pino'
import type { Database } from '../../sql/database.ts'
import { isOutdated } from '../../sql/errors.ts'
import { isMigrated, NewerSchemaError, refuseNewer, type Schema } from '../../sql/migrate.ts'
import { HttpError } from '../contract/errors.ts'
import { assertWritable } from './operations-query.ts'

const READY_FOR = 1_000
const UNAVAILABLE = 'the database is not available or refuses writes'

/** Checks whether the service can answer requests with a key. */
export class Readiness {
  readonly #database: Database
  readonly #schema: Schema
  readonly #logger: Logger
  #checkedAt = -Infinity
  #result: Promise<string | undefined> = Promise.resolve(undefined)
  #upgrade: string | undefined

  constructor({ database, schema, logger }: { database: Database; schema: Schema; logger: Logger }) {
    this.#database = database
    this.#schema = schema
    this.#logger = logger
  }

  /** The reason why the service cannot answer; undefined if it can. Queries the database at most once a second. */
  problem(): Promise<string | undefined> {
    if (performance.now() - this.#checkedAt > READY_FOR) {
      this.#checkedAt = performance.now()
      this.#result = this.#check()
    }
    return this.#result
  }

  /** Checks for a schema upgrade and logs it. */
  async checkSchema(): Promise<void> {
    try {
      await refuseNewer(this.#database)
    } catch (error) {
      if (!(error instanceof NewerSchemaError)) throw error
      if (this.#upgrade === undefined) {
        this.#logger.error(
          { error: error.message },
          'the database was upgraded by a newer version: this service has to be replaced'
        )
      }
      this.#upgrade = error.message
      throw error
    }
  }

  /** The error for a request that failed because a newer version upgraded the database; undefined for another cause. */
  async explain(error: unknown): Promise<HttpError | undefined> {
    if (!isOutdated(error)) return undefined
    return this.checkSchema().then(
      () => undefined,
      (reason: Error) =>
        new HttpError(
          'unavailable',
          reason instanceof NewerSchemaError ? reason.message : UNAVAILABLE,
          { 'Retry-After': '5' },
          { cause: error }
        )
    )
  }

  async #check(): Promise<string | undefined> {
    try {
      await this.checkSchema()
      if (!(await isMigrated(this.#database, this.#schema))) return 'the database is not migrated to this version'
      if (!(await this.#database.isWritable())) return 'the database is a standby'
      await assertWritable(this.#database)
    } catch (error) {
      if (error instanceof NewerSchemaError) return error.message
      return `${UNAVAILABLE}: ${(error as { code?: string }).code ?? 'no answer'}`
    }
  }
}
