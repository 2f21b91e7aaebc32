import type { EngineRole } from '../api.ts'

/**
 * One row for each right of the account that extends beyond tables, one when it may write, and one when tables exist but it may read none
 * of them. The account's own rights count too when it acts as another role.
 */
export const roleQuery = `
  SELECT right_name FROM (
    SELECT 'SUPERUSER' AS right_name WHERE EXISTS
      (SELECT FROM pg_roles WHERE rolsuper AND pg_has_role(session_user, oid, 'member'))
    UNION ALL SELECT 'BYPASSRLS' WHERE EXISTS
      (SELECT FROM pg_roles WHERE rolbypassrls AND NOT rolsuper AND pg_has_role(session_user, oid, 'member'))
    UNION ALL SELECT rolname::text FROM pg_roles
      WHERE rolname IN ('pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program')
        AND pg_has_role(session_user, oid, 'member')
    UNION ALL SELECT 'write' WHERE has_database_privilege(current_database(), 'CREATE') OR EXISTS
      (SELECT FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
        WHERE relkind IN ('r', 'p') AND nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema'
          AND has_table_privilege(pg_class.oid, 'INSERT, UPDATE, DELETE, TRUNCATE'))
    UNION ALL SELECT 'blind' WHERE
      (SELECT count(*) > 0 AND NOT bool_or(has_schema_privilege(nspname, 'USAGE')
          AND (has_table_privilege(pg_class.oid, 'SELECT') OR has_any_column_privilege(pg_class.oid, 'SELECT')))
        FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
        WHERE relkind IN ('r', 'p', 'v', 'm', 'f') AND nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema')
  ) AS rights`

/** Rows that are not rights of the server. */
const ownWords = new Set(['write', 'blind'])

/** A superuser has all the others too. */
export function roleOf(rights: readonly string[]): EngineRole {
  const privileges = rights.includes('SUPERUSER') ? ['SUPERUSER'] : rights.filter((right) => !ownWords.has(right))
  return { privileges, mayWrite: rights.includes('write'), readsNothing: rights.includes('blind') }
}
