import { printedSizeOf, type SqlExpression, sql } from '../sql/index.ts'
import type { EmitContext, Expression } from './api.ts'
import { definitionOf, emitWindow, isMadeInSteps, toSql } from './emit.ts'
import { walkExpression } from './walk.ts'
import { MissingWord } from './words/index.ts'

/** Characters of SQL that one formula may take. Engines read statements of some megabytes, of which this is one column. */
const MOST_CHARACTERS = 1_000_000

/** Formulas of fewer parts are not measured: none of them comes near the limit. */
const FEW_PARTS = 12

/**
 * True for a formula whose SQL would be larger than an engine can read. Functions that an engine lacks are written with the functions that it
 * has, some of which take an argument several times: nested in each other they grow with a power of the depth.
 */
export function isTooLarge(expression: Expression, dialect: string): boolean {
  let parts = 0
  walkExpression(expression, () => {
    parts += 1
    return parts <= FEW_PARTS
  })
  if (parts <= FEW_PARTS) return false
  try {
    return printedSizeOf(toSql(expression, contextOf(dialect))) > MOST_CHARACTERS
  } catch (error) {
    // The function that the dialect lacks is reported by itself.
    if (error instanceof MissingWord) return false
    throw error
  }
}

function contextOf(dialect: string): EmitContext {
  const context: EmitContext = {
    dialect,
    zone: 'UTC',
    now: '1970-01-01T00:00:00Z',
    reference: () => ({ kind: 'column', relation: 'relation', name: 'column_1' }),
    call(call): SqlExpression | null {
      const definition = definitionOf(call.name)
      if (definition.class === 'aggregate') return null
      const args = call.args.map((arg) => toSql(arg, context))
      if (definition.class === 'window' && !isMadeInSteps(call.name, dialect))
        return emitWindow(call, args, { partitionBy: [], orderBy: [] }, context)
      return args.length === 0 ? sql`NULL` : { kind: 'list', items: args, separator: ', ' }
    },
  }
  return context
}
