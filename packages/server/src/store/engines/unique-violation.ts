/** PostgreSQL: unique_violation. SQLite: SQLITE_CONSTRAINT_UNIQUE, SQLITE_CONSTRAINT_PRIMARYKEY. */
const postgresState = '23505'
const sqliteCodes: unknown[] = [2067, 1555]

/** Whether a unique constraint of the store refused a row; for both engines. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    ('code' in error && error.code === postgresState) || ('errcode' in error && sqliteCodes.includes(error.errcode))
  )
}
