import { walkExpression } from '../../formula/index.ts'
import { type ElementModel, keysOf, type ModelColumn } from '../model/element-model.ts'
import type { StepId } from '../model/logical.ts'

/** The groups of a level that a filter left, with the calculations that it cannot have changed. */
export interface KeptGroups {
  level: number
  step: StepId
  /** Ids of the slots of the step; a column at its own level has its own id. */
  slots: ReadonlySet<string>
}

/**
 * Calculations of a level that depend only on the rows of their own group. A filter that removes whole groups does not change them, so they
 * need not be computed again from the rows.
 */
export function calculationsOfGroups(model: ElementModel, level: number): string[] {
  const keys = new Set(keysOf(model, level))
  const known = new Map<string, boolean>()
  const isOfGroup = (column: ModelColumn): boolean => {
    const answer = known.get(column.id)
    if (answer !== undefined) return answer
    const isKey = keys.has(column.id)
    const made = isKey || (column.level >= level && column.expression !== null && readsOwnRows(column))
    known.set(column.id, made)
    return made
  }
  const readsOwnRows = ({ expression, level: own }: ModelColumn): boolean => {
    let isOwn = true
    if (expression) {
      walkExpression(expression, (node) => {
        if (!isOwn) return false
        if (node.kind === 'call') {
          // Windows of finer levels restart in each group.
          if (node.class === 'level-shift' || node.class === 'lookup') isOwn = false
          if (node.class === 'window' && own <= level) isOwn = false
        }
        if (node.kind === 'reference') {
          const { target } = node
          const column = target.kind === 'column' ? model.byId.get(target.columnId) : undefined
          if (target.kind === 'element-column') isOwn = false
          if (column && !isOfGroup(column)) isOwn = false
        }
        return undefined
      })
    }
    return isOwn
  }
  return model.columns
    .filter((column) => column.level === level && !column.isKey && column.type !== null && isOfGroup(column))
    .map((column) => column.id)
}
