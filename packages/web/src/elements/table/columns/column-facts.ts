import { type ColumnHolder, columnNames, type DocumentColumn } from '@octavo/core/document'
import { functions, parseFormula, type SyntaxNode } from '@octavo/core/formula'
import { formulaTypeOf } from '@octavo/core/types'
import { useMemo } from 'react'
import { type ElementData, useElementData } from '../../../editor/index.ts'

/** What values a column has, as menus and filters tell them apart; unknown until its rows have come. */
export type ColumnType = 'text' | 'number' | 'date' | 'logical' | 'variant' | 'geography' | 'array' | 'unknown'

export interface ColumnFacts {
  name: (columnId: string) => string
  type: (columnId: string) => ColumnType
  isAggregate: (columnId: string) => boolean
}

/** Names and types of the columns of an element; the types are those of the rows that are shown. */
export function useColumnFacts(element: ColumnHolder): ColumnFacts {
  const data = useElementData(element.id)
  return useMemo(() => columnFacts(element, data), [element, data])
}

export function columnFacts(element: ColumnHolder, data: ElementData): ColumnFacts {
  const names = columnNames(element.columns)
  const formulas = new Map(element.columns.map(({ id, formula }) => [id, formula]))
  const types = new Map<string, ColumnType>()
  for (const rows of data.levels.values()) {
    for (const { id, type } of rows.columns) types.set(id, formulaTypeOf(type) as ColumnType)
  }
  const byName = new Map([...names].map(([id, name]) => [name, id]))
  return {
    name: (id) => names.get(id) ?? id,
    type: (id) => types.get(id) ?? 'unknown',
    isAggregate: (id) => aggregates(formulas.get(id) ?? '', (name) => formulas.get(byName.get(name) ?? ''), 0),
  }
}

/** Whether a formula aggregates rows, by itself or through a column of the same element that it names. */
function aggregates(formula: string, formulaOf: (name: string) => string | undefined, depth: number): boolean {
  const { tree } = parseFormula(formula)
  const within = (node: SyntaxNode): boolean => {
    switch (node.kind) {
      case 'call': {
        const { class: kind } = functions.find(node.name) ?? {}
        return kind === 'aggregate' || (kind !== 'lookup' && node.args.some(within))
      }
      case 'reference': {
        const [name = '', ...rest] = node.segments
        const other = rest.length === 0 && depth < 10 ? formulaOf(name) : undefined
        return other !== undefined && aggregates(other, formulaOf, depth + 1)
      }
      case 'unary':
        return within(node.operand)
      case 'binary':
        return within(node.left) || within(node.right)
      case 'path':
      case 'index':
        return within(node.target)
      default:
        return false
    }
  }
  return tree !== null && within(tree)
}

/** A reference to a column of the same element, to begin a formula with. */
export function isPlain({ formula }: DocumentColumn): boolean {
  return /^\[[^[\]]+\]$/.test(formula.trim())
}
