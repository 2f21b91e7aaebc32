import { readColumn } from '../../formula/index.ts'
import { column, type SqlEntryField, type SqlExpression, type SqlQuery, value } from '../../sql/index.ts'
import type { ValueType } from '../../types/index.ts'
import type {
  CustomSqlStep,
  LogicalPlan,
  ResultShape,
  ScanColumn,
  ScanStep,
  StepId,
  StoredRowsStep,
} from '../model/logical.ts'
import { entryKeyId, entryPlaceId } from '../model/source-slots.ts'
import { type Block, BlockSlots, plainBlock } from './emit-block.ts'
import type { CteWriter } from './emit-ctes.ts'
import type { EmitOptions, ExpressionEmitter } from './emit-expressions.ts'

/** Steps that read rows from outside the plan. */
export class SourceEmitter {
  private readonly ctes: CteWriter
  private readonly expressions: ExpressionEmitter
  private readonly dialect: string
  private readonly zone: string
  private readonly customSqlNames = new Map<StepId, string>()

  private readonly query: (plan: LogicalPlan, result: ResultShape) => SqlQuery

  /** `query` writes the query for the rows of an element that custom SQL reads. */
  constructor(
    ctes: CteWriter,
    expressions: ExpressionEmitter,
    { dialect, zone }: EmitOptions,
    query: (plan: LogicalPlan, result: ResultShape) => SqlQuery,
  ) {
    this.query = query
    this.ctes = ctes
    this.expressions = expressions
    this.dialect = dialect
    this.zone = zone
  }

  scan(step: ScanStep, wanted: ReadonlySet<string>): Block {
    const alias = this.ctes.alias(step.name)
    const { path, isUpload } = step
    const from = { kind: 'table' as const, path, alias, ...(isUpload ? { isUpload } : {}) }
    return plainBlock(from, this.entry(step.columns, alias, wanted))
  }

  customSql(id: StepId, step: CustomSqlStep, wanted: ReadonlySet<string>): Block {
    const known = this.customSqlNames.get(id)
    if (known) {
      const again = this.ctes.alias(step.name)
      return plainBlock({ kind: 'relation', name: known, alias: again }, this.entry(step.columns, again, wanted))
    }
    const alias = this.ctes.alias(step.name)
    this.customSqlNames.set(id, alias)
    const outside = plainBlock(undefined, new BlockSlots())
    const values = step.values.map((hole): SqlExpression => {
      if (hole.kind === 'identifier') return { kind: 'column', name: hole.name }
      if (hole.kind === 'element') return { kind: 'subquery', query: this.query(hole.plan, hole.result) }
      if (hole.kind === 'formula') return this.expressions.formula(hole.expression, outside)
      return { kind: 'list', items: hole.items.map((item) => value(item.value, item.type)), separator: ', ' }
    })
    this.ctes.written.push({ name: alias, query: { kind: 'raw', strings: step.strings, values } })
    return plainBlock({ kind: 'relation', name: alias, alias }, this.entry(step.columns, alias, wanted))
  }

  /** Rows that are sent with the statement or that were entered into a table of ours, as a CTE that casts them once. */
  storedRows(step: StoredRowsStep, wanted: ReadonlySet<string>): Block {
    const name = this.ctes.alias(step.name)
    const columns = step.columns.filter(({ slot }) => wanted.has(slot.id))
    const typeOf = ({ slot, isInstant }: ScanColumn): ValueType => (isInstant ? { kind: 'instant' } : slot.type)
    const { rows, rowsId } = step
    if (rows.kind === 'json') {
      const read = columns.map((each) => ({ key: each.column, type: typeOf(each) }))
      this.ctes.written.push({ name, query: { kind: 'rows', json: value(rows.json, { kind: 'text' }), columns: read } })
    } else {
      const { table, ids } = rows
      const people = value(table.people, { kind: 'text' })
      const read = step.columns.flatMap((each, index) => {
        const field = entryField(ids[index] ?? '', people)
        return wanted.has(each.slot.id) ? [{ key: each.column, type: typeOf(each), field }] : []
      })
      const state = value(rowsId, { kind: 'text' })
      this.ctes.written.push({ name, query: { kind: 'entries', path: table.path, state, columns: read } })
    }
    return plainBlock({ kind: 'relation', name, alias: name }, this.entry(columns, name, wanted))
  }

  private entry(columns: readonly ScanColumn[], alias: string, wanted: ReadonlySet<string>): BlockSlots {
    const slots = new BlockSlots()
    for (const { slot, column: name, isInstant, isRaw } of columns) {
      if (!wanted.has(slot.id)) continue
      const read = column(alias, name)
      if (isRaw) {
        slots.set(slot.id, { expression: read, name: slot.name, size: 1 })
        continue
      }
      const type: ValueType = isInstant ? { kind: 'instant' } : slot.type
      const expression = readColumn(read, type, this.dialect, this.zone)
      slots.set(slot.id, { expression, name: slot.name, size: isInstant ? 3 : 1 })
    }
    return slots
  }
}

/** The field of entered rows from which a column is read. */
function entryField(id: string, people: SqlExpression): SqlEntryField {
  switch (id) {
    case 'ID':
    case entryKeyId:
      return { kind: 'row-id' }
    case entryPlaceId:
      return { kind: 'place' }
    case 'CREATED_AT':
      return { kind: 'moment', column: 'created_at' }
    case 'UPDATED_AT':
      return { kind: 'moment', column: 'updated_at' }
    case 'CREATED_BY':
      return { kind: 'person', column: 'created_by', people }
    case 'UPDATED_BY':
      return { kind: 'person', column: 'updated_by', people }
    default:
      return { kind: 'cell', id: value(id, { kind: 'text' }) }
  }
}
