import { type FormulaType, formulaTypeOf, type ValueType } from '../../types/index.ts'
import { placeOfAll } from '../model/across-connections.ts'
import type { SourceColumn, SourceModel } from '../model/element-model.ts'
import { failure } from '../model/failure.ts'
import { sourceSlot } from '../model/source-slots.ts'
import type { SourceOutcome } from './analysis.ts'
import { boundColumn, type ElementBindings } from './bound-columns.ts'
import { isRecord } from './controls.ts'
import { isTableRef, type TableRef } from './table-ref.ts'

interface Output {
  name: string
  type: ValueType
  /** Column of each source; null where it has none. */
  columns: (SourceColumn | null)[]
}

/** The rows of several tables appended, with columns matched; a column that a source does not have is null. */
export function unionSource(
  source: Readonly<Record<string, unknown>>,
  resolve: (ref: TableRef) => SourceOutcome,
  bindings: ElementBindings,
): SourceOutcome {
  const read = sourcesOf(source, resolve)
  if (!read.ok) return read
  const { sources } = read
  const [first] = sources
  if (!first) return failure('element_invalid', 'The union has no sources.')
  const { connectionId, dialect } = placeOfAll(sources) ?? first
  const outputs = outputsOf(source, sources, bindings)
  if (typeof outputs === 'string') return failure('element_invalid', outputs)
  const any = (key: 'now' | 'today' | 'viewer') => sources.some(({ dependsOn }) => dependsOn[key])
  const name = typeof source.name === 'string' ? source.name : `Union of ${sources.length} Sources`
  const slots = outputs.map(({ name: column, type }, index) => ({
    id: sourceSlot(String(index)),
    name: column,
    type,
    nullable: true,
  }))
  return {
    ok: true,
    source: {
      connectionId,
      dialect,
      prefixes: [name],
      elementId: null,
      columns: outputs.map(({ name: column, type, columns }, index) => ({
        id: String(index),
        names: [column],
        type,
        nullable: true,
        isRestricted:
          columns.some((item) => item?.isRestricted) && columns.every((item) => item?.isRestricted !== false),
      })),
      metrics: [],
      required: sources.flatMap(({ required }) => required),
      rowKey: [],
      dependsOn: { now: any('now'), today: any('today'), viewer: any('viewer') },
      rows: {
        kind: 'union',
        name,
        inputs: sources.map((input, index) => ({
          source: input,
          slots: outputs.map(({ columns }) => {
            const column = columns[index]
            return column ? sourceSlot(column.id) : null
          }),
        })),
        columns: slots,
      },
    },
  }
}

type Sources = { ok: true; sources: SourceModel[] } | Extract<SourceOutcome, { ok: false }>

function sourcesOf(source: Readonly<Record<string, unknown>>, resolve: (ref: TableRef) => SourceOutcome): Sources {
  const sources: SourceModel[] = []
  for (const ref of Array.isArray(source.sources) ? source.sources : []) {
    if (!isTableRef(ref)) return failure('element_invalid', 'A source of the union cannot be read.')
    const resolved = resolve(ref)
    if (!resolved.ok) return resolved
    sources.push(resolved.source)
  }
  return { ok: true, sources }
}

/** The columns of the union, or the problem of one of them. */
function outputsOf(
  source: Readonly<Record<string, unknown>>,
  sources: readonly SourceModel[],
  bindings: ElementBindings,
): Output[] | string {
  const outputs: Output[] = []
  for (const [index, match] of Array.isArray(source.matches) ? source.matches.entries() : []) {
    if (!isRecord(match)) continue
    const output = outputOf(match, sources, (position, text) => {
      const path = `source.matches[${index}].sourceColumns[${position}]`
      const input = sources[position]
      return input && boundColumn(bindings, path, { start: 0, end: text.length }, input)
    })
    if (typeof output === 'string') return output
    outputs.push(output)
  }
  return outputs
}

function outputOf(
  match: Record<string, unknown>,
  sources: readonly SourceModel[],
  bound: (position: number, text: string) => SourceColumn | undefined,
): Output | string {
  const name = String(match.outputColumnName ?? '')
  const listed: unknown[] = Array.isArray(match.sourceColumns) ? match.sourceColumns : []
  const columns: (SourceColumn | null)[] = []
  for (const [index, source] of sources.entries()) {
    const written = listed[index]
    if (typeof written !== 'string') {
      columns.push(null)
      continue
    }
    const wanted = written.replace(/^\[|\]$/g, '').toLowerCase()
    const found =
      bound(index, written) ??
      source.columns.find((column) => column.names.some((known) => known.toLowerCase() === wanted))
    if (!found)
      return `The union names the column ${written}, which ${source.prefixes[0] ?? 'its source'} does not have.`
    columns.push(found)
  }
  const types = columns.flatMap((column) => (column ? [column.type] : []))
  const type = types.reduce<ValueType | null>((all, next) => (all ? commonType(all, next) : next), null)
  // A column that exists in no source is always null.
  if (types.length === 0) return { name, type: { kind: 'text' }, columns }
  const kinds = new Set<FormulaType>(types.map(formulaTypeOf))
  if (!type || kinds.size > 1) return `The columns of "${name}" in the union are of different types.`
  return { name, type, columns }
}

/** The smallest type that holds the values of both, which have the same type in the formula language. */
export function commonType(a: ValueType, b: ValueType): ValueType {
  if (JSON.stringify(a) === JSON.stringify(b)) return a
  if (formulaTypeOf(a) === 'date') return { kind: 'timestamp' }
  const [x, y] = [asDecimal(a), asDecimal(b)]
  if (x && y) {
    const scale = Math.max(x.scale, y.scale)
    const whole = Math.max(x.precision - x.scale, y.precision - y.scale)
    return { kind: 'decimal', precision: Math.min(38, whole + scale), scale }
  }
  return formulaTypeOf(a) === 'number' ? { kind: 'float64' } : a
}

function asDecimal(type: ValueType): { precision: number; scale: number } | null {
  if (type.kind === 'int64') return { precision: 19, scale: 0 }
  return type.kind === 'decimal' ? type : null
}
