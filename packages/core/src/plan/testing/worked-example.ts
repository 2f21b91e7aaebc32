import { readFormN } from '../../document/index.ts'
import { printQuery } from '../../sql/index.ts'
import { DocumentAnalysis } from '../analyse/document-analysis.ts'
import { emitPlan } from '../emit/emit-sql.ts'
import { emitOptions, LevelStatements } from '../level-statements.ts'
import type { CompileContext } from '../model/api.ts'
import type { LogicalPlan, PlanStep, StepId } from '../model/logical.ts'
import { inputsOf } from '../passes/step-inputs.ts'
import { PlanBuilder } from '../stage/plan-builder.ts'

const element = {
  id: 'orders',
  kind: 'table',
  name: 'Orders',
  source: { kind: 'warehouse-table', connectionId: 'c', path: ['shop', 'sales'] },
  columns: [
    { id: 'store', name: 'Store', formula: '[sales/STORE]' },
    { id: 'qty', name: 'Qty', formula: '[sales/QTY]' },
    { id: 'total', name: 'Total', formula: 'Sum([Qty])' },
    { id: 'share', name: 'Share', formula: '[Qty] / [Total]' },
  ],
  groupings: [{ id: 'g', groupBy: ['store'], calculations: ['total'] }],
  filters: [{ id: 'f', columnId: 'qty', kind: 'number-range', min: 2 }],
}

const context: CompileContext = {
  catalog: {
    dialect: () => 'duckdb',
    table: () => ({
      columns: [
        { name: 'STORE', type: { kind: 'text' }, nullable: true },
        { name: 'QTY', type: { kind: 'int64' }, nullable: true },
        { name: 'NOTE', type: { kind: 'text' }, nullable: true },
      ],
    }),
    customSql: () => ({ unavailable: '' }),
    dataModel: () => ({ unavailable: '' }),
    friendlyNames: () => false,
  },
  viewer: { memberId: 'm', email: 'e', firstName: 'Ann', lastName: 'Lee', teams: [], attributes: {} },
  controls: {},
  zone: 'UTC',
  now: '2026-01-01T00:00:00Z',
}

/** The steps of one element from document to SQL, as the README of this part shows them. */
export function workedElement(): string {
  const body = { name: 'W', schemaVersion: 1, pages: [{ id: 'p', name: 'P', elements: [element] }] }
  const read = readFormN(body, 'workbook')
  if (!('document' in read) || !read.document) throw new Error(JSON.stringify(read))
  const analysis = new DocumentAnalysis(read.document, context)
  const outcome = analysis.model(analysis.root, 'orders')
  if (!outcome.ok) throw new Error(outcome.failure.message)
  const { model } = outcome
  const analysed = model.columns.map(
    ({ id, formula, level, isKey, type, isRowLevel }) =>
      `${id}: ${formula}; level ${level}${isKey ? ', key' : ''}; ${type?.kind}${isRowLevel ? '; of the row alone' : ''}`,
  )
  const rows = new LevelStatements(analysis, model).planned().find(({ level }) => level === 'base')
  if (!rows) throw new Error('The example has no rows.')
  const builder = new PlanBuilder()
  const relation = rows.relation(builder)
  const { plan, result, query } = emitPlan(
    builder.plan,
    {
      step: relation.step,
      columns: relation.columns.map(({ id, name }) => ({ slot: id, name })),
      orderBy: relation.orderBy,
    },
    emitOptions(analysis, model.source.dialect),
  )
  return [
    ['The element', 'json', elementText()],
    [
      '`analyse`: its columns with formula, level (0 the summary, 1 the grouping, 2 the rows) and type',
      'text',
      analysed.join('\n'),
    ],
    ['`stage`: the steps of the relation of the rows', 'text', stepsOf(builder.plan, relation.step)],
    ['`passes`: what is left of them', 'text', stepsOf(plan, result)],
    ['`emit`, then core `sql`', 'sql', printQuery(query, 'duckdb').text],
  ]
    .map(([title, language, text]) => `${title}:\n\n\`\`\`${language}\n${text}\n\`\`\``)
    .join('\n\n')
}

function elementText(): string {
  const lines = Object.entries(element).map(([name, value]) =>
    Array.isArray(value)
      ? `  "${name}": [\n${value.map((entry) => `    ${JSON.stringify(entry)}`).join(',\n')}\n  ]`
      : `  "${name}": ${JSON.stringify(value)}`,
  )
  return `{\n${lines.join(',\n')}\n}`
}

/** The steps that the result consists of, in dependency order. */
function stepsOf(plan: LogicalPlan, result: StepId): string {
  const used = new Set<StepId>()
  const visit = (id: StepId) => {
    const step = plan.steps[id]
    if (!step || used.has(id)) return
    used.add(id)
    for (const input of inputsOf(step)) visit(input)
  }
  visit(result)
  return plan.steps.flatMap((step, id) => (used.has(id) ? [lineOf(step, id)] : [])).join('\n')
}

function lineOf(step: PlanStep, id: StepId): string {
  const inputs = inputsOf(step)
  const slots = (list: readonly { slot: { id: string } }[]) => list.map(({ slot }) => slot.id).join(', ')
  const made =
    step.kind === 'scan' || step.kind === 'project'
      ? slots(step.columns)
      : step.kind === 'aggregate'
        ? `by ${step.keys.map((key) => key.id).join(', ')}: ${slots(step.measures)}`
        : step.kind === 'broadcast'
          ? slots(step.columns)
          : ''
  return `${id} ${step.kind}${inputs.length > 0 ? ` of ${inputs.join(', ')}` : ''}${made === '' ? '' : `: ${made}`}`
}
