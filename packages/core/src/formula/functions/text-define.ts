import { caseWhen, or, type SqlExpression, sql } from '../../sql/index.ts'
import type { Cell } from '../../types/index.ts'
import {
  defineFunction,
  type Emit,
  type FunctionDefinition,
  type FunctionExample,
  type Param,
  type PortableEmit,
  type SqlByDialect,
} from './define.ts'
import { integer, integerText, wholeNumber } from './numbers.ts'

/** A text argument: the published catalogue uses different names for it. */
export const text: Param = { name: 'text', type: 'text' }
export const subject: Param = { name: 'string', type: 'text' }
export const substring: Param = { name: 'substring', type: 'text', doc: 'Case matters.' }

export const howMany: Param = { name: 'number', type: 'number' }
const NULL = sql`NULL`

interface Row {
  name: string
  nulls?: string
  isSmall?: boolean
  aliases?: readonly string[]
  summary: string
  params: readonly Param[]
  returns?: 'text' | 'logical' | 'integer'
  examples: readonly FunctionExample[]
}

export function textFunction(
  { returns = 'text', ...rest }: Row,
  write: Emit | SqlByDialect,
  portable?: PortableEmit,
): FunctionDefinition {
  const own = typeof write === 'function' ? { postgresFamily: write } : write
  const byDialect = portable ? { ...own, portable } : own
  return defineFunction({ ...rest, returns, class: 'row', category: 'text', sql: byDialect })
}

/** A count of characters, but at least the given minimum, below which PostgreSQL raises an error. */
export function atLeast(least: number, expression: SqlExpression, constant: Cell | undefined): SqlExpression {
  const literal = wholeNumber(constant)
  if (literal !== null) return integerText(Math.max(least, literal))
  return sql`GREATEST(${integer(expression)}, ${integerText(least)})`
}

/** NULL for a null constant count, so that GREATEST does not skip it. */
export function orNull(result: SqlExpression, ...counts: (SqlExpression | undefined)[]): SqlExpression {
  const uncertain = counts.filter((item) => item !== undefined && (item.kind !== 'value' || item.value === null))
  if (uncertain.length === 0) return result
  return caseWhen(
    [{ when: or(...uncertain.map((item) => sql`${item ?? NULL} IS NULL`)), value: sql`CAST(NULL AS TEXT)` }],
    result,
  )
}
