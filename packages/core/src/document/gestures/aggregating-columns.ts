import { functions, parseFormula, type SyntaxNode } from '../../formula/index.ts'
import type { DocumentColumn } from '../api.ts'
import { columnNames } from '../names.ts'
import { metricPrefix } from './metrics.ts'

/** The maximum depth of columns with aggregates that refer to each other. */
const deepest = 10

const aggregatesOnly: ReadonlySet<string> = new Set(['aggregate'])
/** Classes of functions whose value depends on more than one row. */
const overRows: ReadonlySet<string> = new Set(['aggregate', 'window', 'level-shift', 'display', 'macro'])

/** Returns whether a column of an element aggregates rows, by itself or through other columns that it refers to. */
export function aggregatingColumns(columns: readonly DocumentColumn[]): (columnId: string) => boolean {
  return callingColumns(columns, aggregatesOnly)
}

/**
 * Returns whether the value of a column depends on further rows of its element, and so on filters, sort and groupings, by itself or through
 * other columns that it refers to.
 */
export function columnsOverRows(columns: readonly DocumentColumn[]): (columnId: string) => boolean {
  return callingColumns(columns, overRows)
}

function callingColumns(
  columns: readonly DocumentColumn[],
  classes: ReadonlySet<string>,
): (columnId: string) => boolean {
  const formulas = new Map(columns.map(({ id, formula }) => [id, formula]))
  const byName = new Map([...columnNames(columns)].map(([id, name]) => [name, id]))
  const formulaOf = (name: string) => formulas.get(byName.get(name) ?? '')
  return (id) => calls(formulas.get(id) ?? '', { formulaOf, classes }, 0)
}

interface Search {
  formulaOf: (name: string) => string | undefined
  classes: ReadonlySet<string>
}

function calls(formula: string, search: Search, depth: number): boolean {
  const { tree } = parseFormula(formula)
  const within = (node: SyntaxNode): boolean => {
    switch (node.kind) {
      case 'call': {
        const { class: kind } = functions.find(node.name) ?? {}
        if (kind !== undefined && search.classes.has(kind)) return true
        return kind !== 'lookup' && node.args.some(within)
      }
      case 'reference': {
        const [name = '', ...rest] = node.segments
        if (rest.length > 0 && name.toLowerCase() === metricPrefix.toLowerCase()) return true
        const other = rest.length === 0 && depth < deepest ? search.formulaOf(name) : undefined
        return other !== undefined && calls(other, search, depth + 1)
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
