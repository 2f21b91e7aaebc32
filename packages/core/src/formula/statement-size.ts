import { printedSizeOf, type SqlExpression, sql } from '../sql/index.ts'
import type { EmitContext, Expression } from './api.ts'
import { definitionOf, emitWindow, isMadeInSteps, toSql } from './emit.ts'
import { walkExpression } from './walk.ts'
import { MissingWord } from './words/index.ts'

/** The maximum length of the SQL of one formula. Engines accept statements of some megabytes, and this is only one column. */
const MOST_CHARACTERS = 1_000_000

/** Formulas with fewer parts are not measured, since none of them reaches the limit. */
const FEW_PARTS = 12

/**
 * Whether the SQL of a formula would be larger than an engine accepts. Functions that an engine lacks are composed of others, some of which
 * repeat an argument: nested calls grow exponentially with the depth.
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
    // A function that the dialect lacks is reported separately.
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
