import { type DocumentElement, readFormN, type WorkbookDocument } from '@octavo/core/document'
import { type CompileContext, DocumentCompiler, type PlanCatalog } from '@octavo/core/plan'
import type { ValueType } from '@octavo/core/types'
import { summarize } from './measure.ts'

const connectionId = '11111111-1111-4111-8111-111111111111'
const dataModelId = '22222222-2222-4222-8222-222222222222'
const types: Record<string, ValueType> = {
  ORDER_ID: { kind: 'int64' },
  REGION: { kind: 'text' },
  ORDER_DATE: { kind: 'date' },
  AMOUNT: { kind: 'decimal', precision: 12, scale: 2 },
}
const orders = { kind: 'warehouse-table', connectionId, path: ['RETAIL', 'PUBLIC', 'ORDERS'] }

function contextOf(dataModel?: WorkbookDocument): CompileContext {
  const catalog: PlanCatalog = {
    dialect: () => 'duckdb',
    table: () => ({ columns: Object.entries(types).map(([name, type]) => ({ name, type, nullable: true })) }),
    customSql: () => ({ unavailable: 'there is none' }),
    dataModel: () => (dataModel ? { name: 'Model', document: dataModel } : { unavailable: 'there is none' }),
    friendlyNames: () => true,
  }
  const viewer = { memberId: 'm', email: 'm@example.com', firstName: 'Ann', lastName: 'Lee', teams: [], attributes: {} }
  return { catalog, viewer, controls: {}, zone: 'UTC', now: '2026-01-01T00:00:00Z' }
}

const columnsOf = (formulas: Record<string, string>) =>
  Object.entries(formulas).map(([name, formula]) => ({ id: name.toLowerCase(), name, formula }))

/** Of five elements one is a table with two groupings, three are charts on it, and one is a control that filters it. */
function elementsOf(count: number, source: object, prefix: string): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, index) => {
    const family = Math.floor(index / 5)
    const tableId = `t${family}`
    const name = `Orders ${family}`
    if (index % 5 === 0) {
      return {
        id: tableId,
        kind: 'table',
        name,
        source,
        columns: columnsOf({
          Id: `[${prefix}/Order Id]`,
          Region: `[${prefix}/Region]`,
          Day: `[${prefix}/Order Date]`,
          Amount: `[${prefix}/Amount]`,
          Month: 'DateTrunc("month", [Day])',
          Total: 'Sum([Amount])',
          Average: '[Total] / Count()',
          Share: 'PercentOfTotal(Sum([Amount]))',
        }),
        groupings: [
          { id: 'g', groupBy: ['region'], calculations: ['total', 'average'] },
          { id: 'h', groupBy: ['month'], calculations: ['share'] },
        ],
      }
    }
    const target = { kind: 'table', elementId: tableId }
    if (index % 5 === 4) {
      const values = { kind: 'manual', valueType: 'text', values: ['North'] }
      const filters = [{ source: target, columnId: 'region' }]
      return {
        id: `k${index}`,
        kind: 'control',
        controlId: `Control${index}`,
        controlType: 'list',
        source: values,
        filters,
      }
    }
    return {
      id: `c${index}`,
      kind: 'bar-chart',
      name: `Chart ${index}`,
      source: target,
      columns: columnsOf({ X: `[${name}/Region]`, Y: `Sum([${name}/Amount])` }),
      xAxis: { columnId: 'x' },
      yAxis: { columnIds: ['y'] },
    }
  })
}

function documentOf(
  elements: Record<string, unknown>[],
  kind: 'workbook' | 'data-model' = 'workbook',
): WorkbookDocument {
  const body = { name: 'Bench', schemaVersion: 1, pages: [{ id: 'p', name: 'P', elements }] }
  const read = readFormN(body, kind)
  if (!read.document) throw new Error(JSON.stringify(read.problems))
  return read.document
}

const dataIds = (document: WorkbookDocument) =>
  Object.values(document.elements).flatMap(({ id, kind }) => (kind === 'control' ? [] : [id]))

function compileAll(compiler: DocumentCompiler, ids: readonly string[], withStatements = false): void {
  for (const id of ids) {
    const outcome = compiler.compile(id)
    if (!outcome.ok) throw new Error(outcome.message)
    if (withStatements) for (const level of outcome.element.levels) level.statement({ offset: 0, limit: 500 })
  }
}

function median(runs: number, work: () => void): number {
  const samples: number[] = []
  for (let run = -3; run < runs; run += 1) {
    const started = performance.now()
    work()
    if (run >= 0) samples.push(performance.now() - started)
  }
  return summarize(samples).median
}

export interface DocumentTimes {
  /** Every element analysed, with its problems; statements are printed only when requested. */
  whole: number
  /** The same with the statement of every level. */
  withStatements: number
  /** The whole again after a change of one chart. */
  edited: number
  /** A data model with a hundred tables, each reading the previous one directly, by a lookup or by a grouping. */
  dataModel: number
  /** The time for twice the elements, and for twice the columns of one element, relative to once. */
  twiceElements: number
  twiceColumns: number
  /** A thousand formula columns in one element, up to the statement. */
  thousandColumns: number
}

export function documentBench(): DocumentTimes {
  const context = contextOf()
  const whole = (count: number, withStatements = false) => {
    const document = documentOf(elementsOf(count, orders, 'ORDERS'))
    const ids = dataIds(document)
    return median(9, () => compileAll(new DocumentCompiler(document, context), ids, withStatements))
  }
  const wide = (count: number) => {
    const formulas = Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`F${index}`, `[ORDERS/Amount] * ${index} + Len([ORDERS/Region])`]),
    )
    const document = documentOf([
      { id: 'w', kind: 'table', name: 'Wide', source: orders, columns: columnsOf(formulas) },
    ])
    return median(9, () => compileAll(new DocumentCompiler(document, context), ['w'], true))
  }
  const [once, twice] = [whole(1000), whole(2000)]
  const [narrow, broad] = [wide(1000), wide(2000)]
  return {
    whole: once,
    withStatements: whole(1000, true),
    edited: editBench(context),
    dataModel: dataModelBench(),
    twiceElements: twice / once,
    twiceColumns: broad / narrow,
    thousandColumns: narrow,
  }
}

function editBench(context: CompileContext): number {
  let document = documentOf(elementsOf(1000, orders, 'ORDERS'))
  const ids = dataIds(document)
  let compiler = new DocumentCompiler(document, context)
  compileAll(compiler, ids)
  let edit = 0
  return median(30, () => {
    edit += 1
    const chart = { ...document.elements.c1, name: `Chart ${edit}` } as DocumentElement
    document = { ...document, elements: { ...document.elements, c1: chart } }
    compiler = compiler.edited(document)
    compileAll(compiler, ids)
  })
}

function dataModelBench(): number {
  const tables = Array.from({ length: 100 }, (_, index) => {
    const below = index % 4 === 0 ? orders : { kind: 'table', elementId: `m${index - 1}` }
    const prefix = index % 4 === 0 ? 'ORDERS' : `Model ${index - 1}`
    const key = index % 4 === 0 ? 'Order Id' : 'Id'
    const day = index % 4 === 0 ? 'Order Date' : 'Day'
    return {
      id: `m${index}`,
      kind: 'table',
      name: `Model ${index}`,
      source: below,
      columns: columnsOf({
        Id: `[${prefix}/${key}]`,
        Region: `[${prefix}/Region]`,
        Day: `[${prefix}/${day}]`,
        Amount: `[${prefix}/Amount]`,
        Best: `Rollup(Max([Model ${index - (index % 4)}/Amount]), [Region], [Model ${index - (index % 4)}/Region])`,
      }).filter(({ id }) => id !== 'best' || index % 4 !== 0),
      metrics: [{ id: 'revenue', name: 'Revenue', formula: 'Sum([Amount])' }],
      relationships:
        index === 0
          ? []
          : [{ id: 'r', name: 'First', targetElementId: 'm0', keys: [{ sourceColumnId: 'id', targetColumnId: 'id' }] }],
    }
  })
  const model = documentOf(tables, 'data-model')
  const readers = tables.map(({ id, name }) => ({
    id: `k-${id}`,
    kind: 'kpi-chart',
    source: { kind: 'data-model', dataModelId, elementId: id },
    columns: columnsOf({ V: '[Metrics/Revenue]', W: `Sum([${name}/Amount])` }),
    value: { columnId: 'v' },
  }))
  const document = documentOf(readers)
  const ids = dataIds(document)
  return median(9, () => compileAll(new DocumentCompiler(document, contextOf(model)), ids))
}
