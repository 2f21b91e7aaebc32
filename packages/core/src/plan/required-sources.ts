import { printExpression, type SqlExpression, value } from '../sql/index.ts'
import type { Statement } from '../types/index.ts'
import { type EmitOptions, emitNamed } from './emit/emit-sql.ts'
import type { RequiredSource } from './model/api.ts'
import type { SourceNeed } from './model/element-model.ts'
import { sqlWithPlans } from './stage/stage-levels.ts'

/** What the catalogue must load, with custom SQL as the statement that describes its columns. */
export function requiredSource(need: SourceNeed, optionsOf: (dialect: string) => EmitOptions): RequiredSource {
  if (need.kind !== 'sql') return need
  const { kind, connectionId, key } = need
  return { kind, connectionId, key, statement: describableStatement(need, optionsOf(need.dialect)) }
}

/** The statement text with a typed null for every value, so that it is the same for all viewers and control values. */
function describableStatement({ sql }: Extract<SourceNeed, { kind: 'sql' }>, options: EmitOptions): Statement {
  const { strings, values } = sqlWithPlans(sql)
  const args = values.map((hole): SqlExpression => {
    if (hole.kind === 'identifier') return { kind: 'column', name: hole.name }
    if (hole.kind === 'element') return { kind: 'subquery', query: emitNamed(hole.plan, hole.result, options) }
    const type = hole.kind === 'formula' ? hole.expression.type : hole.items[0]?.type
    return value(null, type ?? { kind: 'text' })
  })
  return printExpression({ kind: 'fragment', strings, args }, options.dialect)
}
