import type { EmitContext } from '../../packages/core/src/formula/api.ts'
import { emitWindow, toSql } from '../../packages/core/src/formula/emit.ts'
import { checkFormula } from '../../packages/core/src/formula/index.ts'
import type { TestEngine } from '../../packages/core/src/formula/testing/engines.ts'
import { contextOf, scopeOf } from '../../packages/core/src/formula/testing/run-example.ts'
import { containsAggregate } from '../../packages/core/src/formula/walk.ts'
import { printQuery, type SqlQuery, textValue } from '../../packages/core/src/sql/index.ts'
import type { Statement, ValueType } from '../../packages/core/src/types/index.ts'

const INT64: ValueType = { kind: 'int64' }

type Texts = readonly (readonly (string | null)[])[]

/**
 * The statement of a formula over rows of these columns, whose cells are texts in the order of the types. With `groups`, the number of the
 * group of each row, an aggregate has one result for each group.
 */
export function statementOf(
  dialect: TestEngine['dialect'],
  formula: string,
  types: Record<string, ValueType>,
  texts: Texts,
  groups?: readonly number[],
): { type: ValueType; statement: Statement; isAggregate: boolean } {
  const names = Object.keys(types)
  const { expression, problems } = checkFormula(formula, scopeOf(types), { dialect })
  if (!expression?.type) throw new Error(problems.map(({ message }) => message).join('\n'))
  const isAggregate = containsAggregate(expression)
  const key = (name: string) => `c_${names.indexOf(name) + 1}`
  const position = { kind: 'column' as const, relation: 'rows_1', name: 'c_99' }
  const group = { kind: 'column' as const, relation: 'rows_1', name: 'c_98' }
  const context: EmitContext = {
    ...contextOf(dialect),
    reference: (target) => ({
      kind: 'column',
      relation: 'rows_1',
      name: key(target.kind === 'column' ? target.columnId : ''),
    }),
    call(call) {
      if (call.class !== 'window') return null
      const args = call.args.map((arg) => toSql(arg, context))
      const orderBy = [{ expression: position, direction: 'ascending' as const }]
      return emitWindow(call, args, { partitionBy: [], orderBy }, context)
    },
  }
  const json = JSON.stringify(
    texts.map((row, at) => ({
      ...Object.fromEntries(row.flatMap((cell, index) => (cell === null ? [] : [[`c_${index + 1}`, cell]]))),
      ...(groups ? { c_98: String(groups[at]) } : {}),
      c_99: String(at),
    })),
  )
  const given = {
    kind: 'rows' as const,
    json: textValue(json),
    columns: [
      ...Object.entries(types).map(([name, type]) => ({ key: key(name), type })),
      ...(groups ? [{ key: 'c_98', type: INT64 }] : []),
      { key: 'c_99', type: INT64 },
    ],
  }
  const query: SqlQuery = {
    kind: 'query',
    ctes: [{ name: 'rows_1', query: given }],
    body: {
      kind: 'select',
      columns: [{ expression: toSql(expression, context), alias: 'result_1' }],
      from: { kind: 'relation', name: 'rows_1', alias: 'rows_1' },
      ...(groups ? { groupBy: [group] } : {}),
      orderBy: isAggregate && !groups ? [] : [{ expression: groups ? group : position, direction: 'ascending' }],
    },
  }
  return { type: expression.type, statement: printQuery(query, dialect), isAggregate }
}

/** The engine's cell of a formula for each row, in order; one cell for an aggregate. */
export async function cellsOf(
  engine: TestEngine,
  formula: string,
  types: Record<string, ValueType>,
  texts: Texts,
): Promise<{ type: ValueType; cells: (string | null)[] }> {
  const { type, statement, isAggregate } = statementOf(engine.dialect, formula, types, texts)
  const { rows } = await engine.run(statement)
  if (rows.length !== (isAggregate ? 1 : texts.length)) throw new Error(`${formula} has ${rows.length} rows.`)
  return { type, cells: rows.map(([cell = null]) => cell) }
}

/** The engine's cell of an aggregate for each of several groups of rows, which one statement computes. */
export async function cellsOfGroups(
  engine: TestEngine,
  formula: string,
  types: Record<string, ValueType>,
  groups: readonly Texts[],
): Promise<(string | null)[]> {
  const numbers = groups.flatMap((rows, at) => rows.map(() => at))
  const { statement } = statementOf(engine.dialect, formula, types, groups.flat(), numbers)
  const { rows } = await engine.run(statement)
  if (rows.length !== groups.length) throw new Error(`${formula} has ${rows.length} groups.`)
  return rows.map(([cell = null]) => cell)
}
