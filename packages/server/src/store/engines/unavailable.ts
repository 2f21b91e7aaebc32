import { AppError } from '@octavo/core/errors'
import type { DatabaseConnection, Dialect } from 'kysely'

type WhyUnavailable = (error: unknown) => string | null

/** Converts errors of the disk or the server to `store_unavailable`; others are returned unchanged. */
export function translated(error: unknown, whyUnavailable: WhyUnavailable): unknown {
  const reason = whyUnavailable(error)
  return reason === null ? error : new AppError('store_unavailable', { reason }, { cause: error })
}

/** Wraps the dialect of readers so that their errors are translated for every caller. */
export function withTranslatedErrors(dialect: Dialect, whyUnavailable: WhyUnavailable): Dialect {
  const known = new WeakSet<DatabaseConnection>()
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver() {
      const driver = dialect.createDriver()
      const acquire = driver.acquireConnection.bind(driver)
      driver.acquireConnection = async (...args) => {
        try {
          const connection = await acquire(...args)
          if (!known.has(connection)) translateErrorsOf(connection, whyUnavailable)
          known.add(connection)
          return connection
        } catch (error) {
          throw translated(error, whyUnavailable)
        }
      }
      return driver
    },
  }
}

function translateErrorsOf(connection: DatabaseConnection, whyUnavailable: WhyUnavailable): void {
  const execute = connection.executeQuery.bind(connection)
  connection.executeQuery = async (...args) => {
    try {
      return await execute(...args)
    } catch (error) {
      throw translated(error, whyUnavailable)
    }
  }
}
