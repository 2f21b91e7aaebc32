import { printQuery } from '../../sql/index.ts'
import type { Statement } from '../../types/index.ts'
import type { EmittedPlan } from './emit-sql.ts'

/** The statement of a plan, with the statements of its sides. */
export function printPlan({ query, sides }: EmittedPlan, dialect: string, comment: string | null): Statement {
  const statement = printQuery(query, dialect, { comment })
  if (sides.length === 0) return statement
  return {
    ...statement,
    sides: sides.map(({ table, name, connectionId, dialect: own, columns, emitted }) => ({
      table,
      name,
      connectionId,
      columns: columns.map(({ id, name: title, type, nullable }) => ({ id, name: title, type, nullable })),
      statement: printPlan(emitted, own, comment),
    })),
  }
}
