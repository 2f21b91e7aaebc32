import { functions, parseFormula, type SyntaxNode } from '../../formula/index.ts'
import type { DocumentColumn } from '../api.ts'
import { columnNames } from '../names.ts'
import { metricPrefix } from './metrics.ts'

/** The maximum depth of columns with aggregates that refer to each other. */
const deepest = 10

/** Returns whether a column of an element aggregates rows, by itself or through other columns that it refers to. */
export function aggregatingColumns(columns: readonly DocumentColumn[]): (columnId: string) => boolean {
  const formulas = new Map(columns.map(({ id, formula }) => [id, formula]))
  const byName = new Map([...columnNames(columns)].map(([id, name]) => [name, id]))
  const formulaOf = (name: string) => formulas.get(byName.get(name) ?? '')
  return (id) => aggregates(formulas.get(id) ?? '', formulaOf, 0)
}

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
        if (rest.length > 0 && name.toLowerCase() === metricPrefix.toLowerCase()) return true
        const other = rest.length === 0 && depth < deepest ? formulaOf(name) : undefined
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
