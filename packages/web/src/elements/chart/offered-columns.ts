import {
  type ColumnHolder,
  columnHolder,
  columnNames,
  elementName,
  type MetricFacts,
  metricPrefix,
  type OfferedColumn,
  referenceTo,
} from '@octavo/core/document'
import { parseFormula } from '@octavo/core/formula'
import { useMemo } from 'react'
import { useElementData, useOpenPage } from '../../editor/index.ts'
import { type ColumnType, columnFacts, type KnownName, useKnownNames } from '../table/columns/index.ts'

/** A column that a shelf can take: one of the element, or one of its source. */
export interface ShelfOption extends OfferedColumn {
  /** Of the element itself; absent for a column of its source. */
  columnId?: string
  /** Of the source; absent for a column of the element. */
  sourceColumnId?: string
  /** It aggregates rows already. */
  isAggregate: boolean
  /** What a metric of the source says about its values. */
  metric?: MetricFacts
}

const kinds: Partial<Record<ColumnType, OfferedColumn['kind']>> = {
  number: 'number',
  date: 'date',
  text: 'text',
  logical: 'logical',
}

/** Columns that the shelves of an element list: its own, then its source's columns with other names. */
export function useShelfOptions(element: ColumnHolder): ShelfOption[] {
  const offered = useOfferedColumns(element)
  return useMemo(() => listedOptions(offered), [offered])
}

/**
 * Leaves out source columns that have the same name as a column of the element; columns of related tables are distinguished by their group.
 */
export function listedOptions(offered: readonly ShelfOption[]): ShelfOption[] {
  const own = new Set(offered.flatMap(({ columnId, name }) => (columnId === undefined ? [] : [name])))
  return offered.filter(
    ({ columnId, name, relationship }) => columnId !== undefined || relationship !== undefined || !own.has(name),
  )
}

/** Columns of the element and all shown columns of the table that it reads; the element's own first. */
export function useOfferedColumns(element: ColumnHolder): ShelfOption[] {
  const { document } = useOpenPage()
  const own = useElementData(element.id)
  const { source } = element
  const sourceId = source.kind === 'table' && 'elementId' in source ? String(source.elementId) : ''
  const below = useElementData(sourceId)
  const known = useKnownNames(element)
  return useMemo(() => {
    const holder = columnHolder(document, sourceId)
    const facts = columnFacts(element, own, known)
    const belowFacts = holder && columnFacts(holder, below)
    const belowNames = holder ? columnNames(holder.columns) : new Map<string, string>()
    const belowByName = new Map([...belowNames].map(([id, name]) => [name, id]))
    const ownOptions = element.columns.map((column): ShelfOption => {
      const name = facts.name(column.id)
      const [, plain] = /^\[[^[\]/]+\/([^[\]]+)\]$/.exec(column.formula.trim()) ?? []
      const source = plain === undefined ? undefined : belowByName.get(plain)
      const type = facts.type(column.id)
      const known = type === 'unknown' && source !== undefined ? belowFacts?.type(source) : type
      return {
        columnId: column.id,
        name,
        kind: kinds[known ?? 'unknown'] ?? guessed(name, column.format),
        isAggregate: facts.isAggregate(column.id),
        ...(column.format ? { format: column.format } : {}),
      }
    })
    const read = new Set(element.columns.map(({ formula }) => formula.trim()))
    const sourceOptions = holder
      ? holder.columns.flatMap((column): ShelfOption[] => {
          if (column.hidden) return []
          const name = belowNames.get(column.id) ?? ''
          const sourceName = elementName(holder) ?? ''
          const type = belowFacts?.type(column.id) ?? 'unknown'
          const kind = kinds[type] ?? kinds[typeIn(known, `${sourceName}/${name}`)] ?? guessed(name, column.format)
          const format = column.format ? { format: column.format } : {}
          return [{ name, sourceColumnId: column.id, sourceName, kind, isAggregate: false, ...format }]
        })
      : knownOptions(known).filter((option) => !read.has(referenceTo(option)))
    // Metrics of an element of the workbook are known to the server only, as a formula names them.
    const metrics = holder ? knownOptions(known).filter(({ isMetric }) => isMetric) : []
    return [...ownOptions, ...sourceOptions, ...metrics]
  }, [document, element, own, sourceId, below, known])
}

/** Columns of a source that is no element of the workbook (a table of a data model or of a connection), of tables that it leads to, and metrics. */
function knownOptions(known: readonly KnownName[]): ShelfOption[] {
  return known.flatMap(({ name: label, type, metric }): ShelfOption[] => {
    const { tree } = parseFormula(`[${label}]`)
    if (tree?.kind !== 'reference' || tree.segments.length < 2 || tree.segments.length > 3) return []
    const [sourceName = '', ...rest] = tree.segments
    const name = rest.at(-1) ?? ''
    const related = rest.length > 1 ? { relationship: rest[0] ?? '' } : {}
    const kind = kinds[type as ColumnType] ?? 'text'
    const isMetric = sourceName === metricPrefix
    const format = metric?.format ? { format: metric.format } : {}
    return [
      { name, sourceName, ...related, kind, isAggregate: isMetric, isMetric, ...format, ...(metric ? { metric } : {}) },
    ]
  })
}

function typeIn(known: readonly KnownName[], name: string): ColumnType {
  return (known.find((each) => each.name === name)?.type ?? 'unknown') as ColumnType
}

/** The value type guessed from name and format, before any values are read. */
function guessed(name: string, format: OfferedColumn['format']): OfferedColumn['kind'] {
  if (format?.kind === 'datetime' || /\b(date|day|month|time|week)\b|_at$| at$/i.test(name)) return 'date'
  const isNumber =
    /\b(amount|revenue|price|cost|profit|margin|quantity|total|count|units|sales|discount|rate|age|number)\b/i.test(
      name,
    )
  return format?.kind === 'number' || isNumber ? 'number' : 'text'
}
