import {
  aggregatingColumns,
  type ColumnHolder,
  columnNames,
  type DocumentColumn,
  type MetricTimeline,
} from '@octavo/core/document'
import { formulaTypeOf } from '@octavo/core/types'
import { useMemo } from 'react'
import { type ElementData, useElementData } from '../../../editor/index.ts'
import { type KnownName, useKnownNames } from './known-names.ts'

/** What values a column has, as menus and filters tell them apart; unknown until its rows have come. */
const columnTypes = ['text', 'number', 'date', 'logical', 'variant', 'geography', 'array', 'unknown'] as const
export type ColumnType = (typeof columnTypes)[number]

export interface ColumnFacts {
  name: (columnId: string) => string
  type: (columnId: string) => ColumnType
  isAggregate: (columnId: string) => boolean
  /** Of a column that is a metric with a timeline. */
  timeline: (columnId: string) => MetricTimeline | undefined
}

/** Names and types of an element's columns; the types are from its rows, otherwise from the server. */
export function useColumnFacts(element: ColumnHolder): ColumnFacts {
  const data = useElementData(element.id)
  const known = useKnownNames(element)
  return useMemo(() => columnFacts(element, data, known), [element, data, known])
}

export function columnFacts(element: ColumnHolder, data: ElementData, known: readonly KnownName[] = []): ColumnFacts {
  const names = columnNames(element.columns)
  const formulas = new Map(element.columns.map(({ id, formula }) => [id, formula]))
  const byName = new Map([...names].map(([id, name]) => [name, id]))
  const types = new Map<string, ColumnType>()
  for (const { name, type } of known) {
    const id = byName.get(name)
    if (id !== undefined && isColumnType(type)) types.set(id, type)
  }
  for (const rows of data.levels.values()) {
    for (const { id, type } of rows.columns) types.set(id, formulaTypeOf(type) as ColumnType)
  }
  return {
    name: (id) => names.get(id) ?? id,
    type: (id) => types.get(id) ?? 'unknown',
    isAggregate: aggregatingColumns(element.columns),
    timeline: (id) => {
      const formula = formulas.get(id)?.trim()
      return known.find(({ name, metric }) => metric?.timeline && formula === `[${name}]`)?.metric?.timeline
    },
  }
}

function isColumnType(type: string | undefined): type is ColumnType {
  return columnTypes.some((each) => each === type)
}

/** A reference to a column of the same element, to begin a formula with. */
export function isPlain({ formula }: DocumentColumn): boolean {
  return /^\[[^[\]]+\]$/.test(formula.trim())
}
