import { functions } from '@octavo/core/formula'
import { type CompiledLevel, compileElement, type PlanCatalog } from '@octavo/core/plan'
import { dialects } from '@octavo/core/sql'
import type { ValueType } from '@octavo/core/types'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ElementExample, ExampleRow, ExampleValue } from '../../packages/core/src/formula/functions/define.ts'
import { expectAlike, isUnavailable } from '../../packages/core/src/formula/testing/describe-examples.ts'
import { isMysqlFamily, type TestEngine } from '../../packages/core/src/formula/testing/engines.ts'
import { comparable, typeOfValues } from '../../packages/core/src/formula/testing/run-example.ts'
import { documentOf } from './both-engines.ts'
import { CONNECTION, goldenContext } from './run-case.ts'

const examples = [...new Set(functions.all)].flatMap(({ name, examples: all }) =>
  all.flatMap((example) => ('element' in example && example.element ? [{ name, formula: example.formula, example }] : [])),
)

/** Compiles and runs every example that needs an element: totals, lookups, series. */
export function describeElementExamples(title: string, open: () => Promise<TestEngine>): void {
  describe(`the examples of every function of the plan on ${title}`, () => {
    let engine: TestEngine
    beforeAll(async () => {
      engine = await open()
    }, 120_000)
    afterAll(() => engine?.close())

    it.each(examples)('$name: $formula', async ({ name, example }) => {
      const outcome = compileElement(elementDocument(example, engine.dialect), 'example', goldenContext(catalogOf(example, engine.dialect)))
      const columns = outcome.ok ? outcome.element.columns : outcome.columns
      const problems = columns.find(({ id }) => id === 'Result')?.problems
      if (isUnavailable(name, engine.dialect)) return expect(problems).toMatchObject([{ code: 'function_not_available' }])
      expect(problems).toEqual([])
      const level = outcome.ok ? outcome.element.levels.at(-1) : undefined
      if (!level) throw new Error(JSON.stringify(outcome))
      expectAlike(await resultsOf(engine, level), example.results)
    })
  })
}

async function resultsOf(engine: TestEngine, level: CompiledLevel): Promise<ExampleValue[]> {
  const at = level.columns.findIndex(({ id }) => id === 'Result')
  const type = level.columns[at]?.type ?? { kind: 'text' }
  const { rows } = await engine.run(level.statement({ offset: 0, limit: null }))
  return rows.map((row) => comparable(type, row[at] ?? null))
}

function elementDocument({ formula, rows: given, element }: ElementExample, dialect: keyof typeof dialects) {
  const { groupBy, columns = {}, others = {}, controls = {}, inOrder } = element
  const rows = rowsOf(given, inOrder)
  const sort = inOrder ? ({ column: POSITION, direction: 'ascending' } as const) : element.sort
  const calculations = ['Result', ...Object.keys(columns)]
  const order = sort ? [{ columnId: sort.column, direction: sort.direction }] : []
  const inner = (groupBy?.length ?? 0) - 1
  return documentOf(
    {
      ...tableOf('Example', rows, dialect, { ...columns, Result: formula }),
      ...(groupBy ? { groupings: groupBy.map((keys, index) => ({ id: `g${index}`, groupBy: keys, ...(index === inner ? { calculations, sort: order } : {}) })) } : { sort: order }),
      ...(groupBy?.length === 0 ? { summary: calculations } : {}),
      ...(groupBy ? { visibleAsSource: true, order: [...(groupBy ?? []).flat(), ...calculations] } : {}),
    },
    ...Object.entries(others).map(([name, of]) => tableOf(name, of, dialect)),
    ...Object.entries(controls).map(([controlId, control]) => ({ id: `control ${controlId}`, kind: 'control', controlId, filters: [], ...(control.controlType === 'list' ? { selectionMode: 'multiple' } : {}), ...control })),
  )
}

function tableOf(name: string, rows: readonly ExampleRow[], dialect: keyof typeof dialects, more: Readonly<Record<string, string>> = {}) {
  const own = Object.keys(rows[0] ?? {}).map((column) => ({ id: column, name: column, formula: `[Custom SQL/${column}]`, hidden: name === 'Example' }))
  const made = Object.entries(more).map(([id, formula]) => ({ id, name: id, formula }))
  return { id: name === 'Example' ? 'example' : name, kind: 'table', name, source: { kind: 'sql', connectionId: CONNECTION, statement: statementOf(rows, dialect) }, columns: [...own, ...made] }
}

/** The rows as a statement that every engine can read. */
function statementOf(rows: readonly ExampleRow[], dialect: keyof typeof dialects): string {
  const { quoteIdentifier, typeName } = dialects[dialect]
  const types = typesOf(rows)
  return rows
    .map((row) => `SELECT ${types.map(({ name, type }) => `CAST(${literal(row[name] ?? null, dialect)} AS ${typeName(type)}) AS ${quoteIdentifier(name)}`).join(', ')}`)
    .join(' UNION ALL ')
}

function literal(value: ExampleValue, dialect: keyof typeof dialects): string {
  if (typeof value !== 'string') return String(value)
  return `'${(isMysqlFamily(dialect) ? value.replaceAll('\\', '\\\\') : value).replaceAll("'", "''")}'`
}

function typesOf(rows: readonly ExampleRow[]): { name: string; type: ValueType; nullable: boolean }[] {
  return Object.keys(rows[0] ?? {}).map((name) => ({ name, type: typeOfValues(rows.map((row) => row[name] ?? null)), nullable: true }))
}

/** Numbers the rows when their order matters. */
function rowsOf(rows: readonly ExampleRow[], inOrder: boolean | undefined): readonly ExampleRow[] {
  return inOrder ? rows.map((row, index) => ({ ...row, [POSITION]: index })) : rows
}

const POSITION = 'Position'

function catalogOf({ rows: given, element }: ElementExample, dialect: keyof typeof dialects): PlanCatalog {
  const rows = rowsOf(given, element.inOrder)
  // One statement may be a prefix of another.
  const tables = [rows, ...Object.values(element.others ?? {})].toSorted((a, b) => statementOf(b, dialect).length - statementOf(a, dialect).length)
  return {
    dialect: () => dialect,
    table: () => ({ unavailable: 'there is none' }),
    customSql: (key) => {
      const found = tables.find((table) => key.includes(JSON.stringify(statementOf(table, dialect)).slice(1, -1)))
      return found ? { columns: typesOf(found) } : { unavailable: `nobody described ${key}` }
    },
    dataModel: () => ({ unavailable: 'there is none' }),
    friendlyNames: () => false,
  }
}
