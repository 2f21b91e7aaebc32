import { checkFormula, type Expression, type FormulaScope, quoteText } from '../../formula/index.ts'
import { formulaTypeOf, type ValueType } from '../../types/index.ts'
import type { SourceColumn, SourceModel, SourceRows } from '../model/element-model.ts'
import { failure } from '../model/failure.ts'
import type { Slot } from '../model/logical.ts'
import { sourceSlot } from '../model/source-slots.ts'
import type { SourceOutcome } from './analysis.ts'
import { boundColumn, type ElementBindings } from './bound-columns.ts'
import { isTableRef, type TableRef } from './table-ref.ts'
import { commonType } from './union-source.ts'

/** The source of a transpose: rows become columns, or columns become rows. All other columns of the source are kept. */
export function transposeSource(
  source: Readonly<Record<string, unknown>>,
  resolve: (ref: TableRef) => SourceOutcome,
  bindings: ElementBindings,
): SourceOutcome {
  if (!isTableRef(source.source)) return failure('element_invalid', 'The source of the transpose cannot be read.')
  const resolved = resolve(source.source)
  if (!resolved.ok) return resolved
  const columnAt = (path: string, written: unknown) => columnOf(resolved.source, written, path, bindings)
  switch (source.direction) {
    case 'row-to-column':
      return rowsToColumns(source, resolved.source, columnAt)
    case 'column-to-row':
      return columnsToRows(source, resolved.source, columnAt)
    default:
      return failure('element_invalid', `There is no transpose of direction "${String(source.direction)}".`)
  }
}

const AGGREGATES: Readonly<Record<string, (value: string) => string>> = {
  min: (value) => `Min(${value})`,
  max: (value) => `Max(${value})`,
  count: (value) => `Count(${value})`,
  'count-if': (value) => `CountIf(${value})`,
  'count-distinct': (value) => `CountDistinct(${value})`,
  sum: (value) => `Sum(${value})`,
  avg: (value) => `Avg(${value})`,
  median: (value) => `Median(${value})`,
}

/** One row for each combination of the other columns; each listed value becomes a column with the aggregate of its rows. */
function rowsToColumns(
  source: Readonly<Record<string, unknown>>,
  input: SourceModel,
  columnAt: ColumnAt,
): SourceOutcome {
  const names = columnAt('columnToTranspose', source.columnToTranspose)
  const values = columnAt('valueColumn', source.valueColumn)
  if (!names || !values) {
    const missing = names ? source.valueColumn : source.columnToTranspose
    return failure(
      'element_invalid',
      `The transpose names the column "${String(missing)}", which its source does not have.`,
    )
  }
  const aggregate = AGGREGATES[String(source.aggregate)]
  if (!aggregate) return failure('element_invalid', `A transpose cannot aggregate by "${String(source.aggregate)}".`)
  const others = input.columns.filter((column) => column !== names && column !== values)
  const outputs: { column: SourceColumn; expression: Expression }[] = []
  for (const text of new Set(listOf(source.outputColumns).map(String))) {
    const value = aggregate(`If(Text([Name]) = ${quoteText(text)}, [Value], Null)`)
    const { expression, problems } = checkFormula(value, scopeOf(names, values), { dialect: input.dialect })
    if (!expression?.type) {
      const reason = problems[0]?.message ?? 'its type is unknown.'
      return failure('element_invalid', `The values of the transpose cannot be aggregated: ${reason}`)
    }
    const isRestricted = names.isRestricted || values.isRestricted
    const column = { id: `value/${text}`, names: [text], type: expression.type, nullable: true, isRestricted }
    outputs.push({ column, expression })
  }
  const columns = [...others, ...outputs.map(({ column }) => column)]
  return transposed(input, columns, {
    kind: 'values-as-columns',
    name: `${nameOf(input)} transposed`,
    input,
    keys: others.map(slotOf),
    measures: outputs.map(({ column, expression }) => ({
      slot: slotOf(column),
      expression: { kind: 'formula', expression },
    })),
  })
}

/** One row for each row and merged column, with the name of the column and its value. */
function columnsToRows(
  source: Readonly<Record<string, unknown>>,
  input: SourceModel,
  columnAt: ColumnAt,
): SourceOutcome {
  const merged: SourceColumn[] = []
  for (const [index, name] of listOf(source.columnsToMerge).entries()) {
    const column = columnAt(`columnsToMerge[${index}]`, name)
    if (!column)
      return failure(
        'element_invalid',
        `The transpose names the column "${String(name)}", which its source does not have.`,
      )
    merged.push(column)
  }
  const type = merged.reduce<ValueType | null>((all, { type: next }) => (all ? commonType(all, next) : next), null)
  if (!type) return failure('element_invalid', 'The transpose merges no columns.')
  const kinds = new Set(merged.map((column) => formulaTypeOf(column.type)))
  if (kinds.size > 1) {
    const named = merged.map((column) => `${column.names[0] ?? column.id} (${formulaTypeOf(column.type)})`).join(', ')
    return failure(
      'element_invalid',
      `The transpose merges columns of different types: ${named}.`,
      'Merge columns of one type, or make them texts first.',
    )
  }
  const isRestricted = merged.some((column) => column.isRestricted)
  const label: SourceColumn = {
    id: 'label',
    names: [String(source.columnLabelForMergedColumns ?? 'Name')],
    type: { kind: 'text' },
    nullable: false,
    isRestricted: false,
  }
  const value: SourceColumn = {
    id: 'value',
    names: [String(source.columnLabelForValues ?? 'Value')],
    type,
    nullable: true,
    isRestricted,
  }
  const others = input.columns.filter((column) => !merged.includes(column))
  const columns = [...others, label, value]
  return transposed(input, columns, {
    kind: 'columns-as-rows',
    name: nameOf(input),
    input,
    merged: merged.map(({ id, names: [name = id] }) => ({ name, slot: sourceSlot(id) })),
    others: others.map(({ id }) => sourceSlot(id)),
    label: slotOf(label),
    columns: columns.map(slotOf),
  })
}

function transposed(input: SourceModel, columns: SourceColumn[], rows: SourceRows): SourceOutcome {
  const { connectionId, dialect, prefixes, required, dependsOn, elementId, documentId } = input
  const source = {
    connectionId,
    dialect,
    prefixes,
    elementId: null,
    metrics: [],
    required,
    rowKey: [],
    dependsOn,
    rows,
  }
  if (elementId === null) return { ok: true, source: { ...source, columns } }
  const place = { elementId, ...(documentId === undefined ? {} : { documentId }) }
  const kept = columns.map((column) =>
    input.columns.includes(column) ? { ...column, origin: { ...place, columnId: column.id } } : column,
  )
  return { ok: true, source: { ...source, columns: kept } }
}

function scopeOf(names: SourceColumn, values: SourceColumn): FormulaScope {
  return {
    resolve([segment]) {
      const column = segment === 'Name' ? names : segment === 'Value' ? values : null
      return column
        ? { target: { kind: 'column', columnId: sourceSlot(column.id) }, type: column.type, nullable: true }
        : null
    },
    candidates: () => ['Name', 'Value'],
  }
}

/** Finds the column that a field of the source refers to. */
type ColumnAt = (field: string, written: unknown) => SourceColumn | null

/** Resolves a column by its stored binding, else by id as the format requires; some writers use names. */
function columnOf(input: SourceModel, written: unknown, field: string, bindings: ElementBindings): SourceColumn | null {
  const text = String(written ?? '')
  const bound = boundColumn(bindings, `source.${field}`, { start: 0, end: text.length }, input)
  if (bound) return bound
  const wanted = text.replace(/^\[|\]$/g, '')
  const byId = input.columns.find((column) => column.id === wanted)
  const lower = wanted.toLowerCase()
  return byId ?? input.columns.find((column) => column.names.some((name) => name.toLowerCase() === lower)) ?? null
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function nameOf(input: SourceModel): string {
  return input.prefixes[0] ?? 'Source'
}

function slotOf(column: SourceColumn): Slot {
  return {
    id: sourceSlot(column.id),
    name: column.names[0] ?? column.id,
    type: column.type,
    nullable: column.nullable,
  }
}
