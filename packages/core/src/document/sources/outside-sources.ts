import type { BaseElement } from '../api.ts'
import { isRecord } from '../check-schema.ts'
import { type FormulaField, formulaFields } from '../formula-fields.ts'
import { findElement } from '../lookups.ts'
import { modelElementOf } from '../model-source.ts'
import { type Models, sameName } from '../name-index.ts'
import { elementName, friendlyName, sourceName, titleText } from '../names.ts'
import { scanReferences } from '../references.ts'
import { sourceNodes } from '../source-walk.ts'

/** A source outside the document that an element reads: the element's own, or one inside a join, union or transpose. */
export interface OutsideSource {
  /** Path of the source inside the element: `source.joins[0].right`. */
  path: string
  source: Record<string, unknown> & { kind: string }
  /** The prefixes for its columns in formulas: its name in the join, else the names of the source. */
  prefixes: readonly string[]
  /** True when a join names the source, so that its prefix does not change with the source. */
  isAliased: boolean
}

/** A column of an outside source that a text of the element refers to. */
export interface OutsideColumn {
  from: OutsideSource
  /** The name as written, or the id of a data model column. */
  column: string
  /** Path of the text inside the element, and the range of the name or reference in the text. */
  path: string
  start: number
  end: number
  /** The parts of `[Prefix/Column]`; null when the text is the name without brackets. */
  segments: string[] | null
  /** Whether the first segment is the prefix of the source. */
  hasPrefix: boolean
  /** The text is a pointer of a control: a column id in a data model, otherwise a name. */
  isPointer: boolean
}

const outsideKinds: ReadonlySet<unknown> = new Set([
  'warehouse-table',
  'sql',
  'data-model',
  'dataset',
  'csv-table',
  'empty',
  'metric-view',
  'semantic-view',
])

/** The outside sources of an element, including targets of controls, in document order. */
export function outsideSources(element: BaseElement, models: Models = new Map()): OutsideSource[] {
  const roots: [string, unknown][] = [['source', element.source]]
  if (element.kind === 'control') {
    for (const list of ['filters', 'targets'] as const) {
      roots.push(
        ...recordsOf(element[list]).map(([index, target]): [string, unknown] => [
          `${list}[${index}].source`,
          target.source,
        ]),
      )
    }
  }
  return roots.flatMap(([root, value]) =>
    sourceNodes(value, root).flatMap(({ source, path }): OutsideSource[] => {
      if (!isOutside(source)) return []
      const alias = aliasOf(value, path)
      const prefixes = alias === null ? prefixesOf(source, element, models) : [alias]
      return [{ path, source, prefixes, isAliased: alias !== null }]
    }),
  )
}

/** The name of a side of a join. */
function aliasOf(source: unknown, path: string): string | null {
  if (!isRecord(source) || source.kind !== 'join') return null
  const side = /\.joins\[(\d+)\]\.(left|right)$/.exec(path)
  const join = side ? listOf(source.joins)[Number(side[1])] : undefined
  const isFirst = side === null || (side[2] === 'left' && source.primarySource === undefined)
  const name = isFirst ? source.name : side?.[2] === 'right' && isRecord(join) ? join.name : undefined
  return typeof name === 'string' && name !== '' ? name : null
}

/** Prefixes that formulas of an element may use for the columns of a source, the usual one first. */
export function prefixesOf(source: Record<string, unknown>, element: BaseElement, models: Models): string[] {
  if (source.kind === 'sql') {
    const title = titleText(element.name)
    return title === null || title === '' ? ['Custom SQL'] : ['Custom SQL', title]
  }
  const read = modelElementOf(source)
  if (read) {
    const model = models.get(read.dataModelId)
    const element = model && findElement(model, read.elementId)
    const name = element && elementName(element)
    return name == null ? [] : [name]
  }
  const name = sourceName(source)
  return name === null ? [] : [...new Set([name, friendlyName(name)])]
}

/** Every column of an outside source that a formula, a join key or a pointer of a control refers to. */
export function outsideColumns(element: BaseElement, sources: readonly OutsideSource[]): OutsideColumn[] {
  if (sources.length === 0) return []
  const at = new Map(sources.map((source) => [source.path, source]))
  return [
    ...formulaFields(element).flatMap((field) => columnsIn(field, sources, at)),
    ...(element.kind === 'control' ? pointersOf(element, at) : []),
  ]
}

function columnsIn(
  field: FormulaField,
  sources: readonly OutsideSource[],
  at: ReadonlyMap<string, OutsideSource>,
): OutsideColumn[] {
  const side = sidePathOf(field.path)
  const sideSource = side === null ? undefined : at.get(side)
  if (side !== null && !sideSource) return []
  const place = { path: field.path, isPointer: false }
  if (sideSource && field.isName) {
    const { text } = field
    return [{ from: sideSource, column: text, ...place, start: 0, end: text.length, segments: null, hasPrefix: false }]
  }
  return field.spans.flatMap((span) =>
    scanReferences(field.text, span.start, span.end).flatMap(({ start, end, segments }): OutsideColumn[] => {
      const [first = '', second] = segments
      if (sideSource && second === undefined) {
        return [{ from: sideSource, column: first, ...place, start, end, segments, hasPrefix: false }]
      }
      if (second === undefined) return []
      const candidates = sideSource ? [sideSource] : sources.filter(({ path }) => !/\.sources\[\d+\]/.test(path))
      const from = candidates.find(({ prefixes }) => prefixes.some((prefix) => sameName(prefix, first)))
      return from ? [{ from, column: second, ...place, start, end, segments, hasPrefix: true }] : []
    }),
  )
}

/** The source of a join key, of a union column or of a transposed column; null for any other text. */
function sidePathOf(path: string): string | null {
  const key = /^(source\.joins\[\d+\])\.columns\[\d+\]\.(left|right)$/.exec(path)
  if (key) return `${key[1]}.${key[2]}`
  const match = /^source\.matches\[\d+\]\.sourceColumns\[(\d+)\]$/.exec(path)
  if (match) return `source.sources[${match[1]}]`
  return /^source\.(columnToTranspose|valueColumn|columnsToMerge\[\d+\])$/.test(path) ? 'source.source' : null
}

/** Columns whose values a control offers, or that it filters. */
function pointersOf(element: BaseElement, at: ReadonlyMap<string, OutsideSource>): OutsideColumn[] {
  const found: OutsideColumn[] = []
  const add = (sourcePath: string, path: string, column: unknown) => {
    const from = at.get(sourcePath)
    if (!from || typeof column !== 'string') return
    found.push({ from, column, path, start: 0, end: column.length, segments: null, hasPrefix: false, isPointer: true })
  }
  for (const list of ['filters', 'targets'] as const) {
    for (const [index, target] of recordsOf(element[list])) {
      const place = `${list}[${index}]`
      add(`${place}.source`, `${place}.columnId`, target.columnId)
      for (const [number, columnId] of listOf(target.columnIds).entries()) {
        add(`${place}.source`, `${place}.columnIds[${number}]`, columnId)
      }
    }
  }
  if (isRecord(element.source)) {
    for (const name of ['columnId', 'displayColumnId']) add('source.source', `source.${name}`, element.source[name])
  }
  for (const [index, category] of recordsOf(element.categories)) {
    add('source.source', `categories[${index}].columnId`, category.columnId)
  }
  return found
}

function isOutside(source: Record<string, unknown>): source is OutsideSource['source'] {
  return outsideKinds.has(source.kind)
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

function recordsOf(value: unknown): [number, Record<string, unknown>][] {
  return listOf(value).flatMap((item, index): [number, Record<string, unknown>][] =>
    isRecord(item) ? [[index, item]] : [],
  )
}
