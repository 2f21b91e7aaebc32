import { type Expression, walkExpression } from '../../formula/index.ts'
import { baseLevel, type ElementModel } from '../model/element-model.ts'

type Call = Extract<Expression, { kind: 'call' }>

/** Arguments of a lookup that are read at the level of the column: the local keys. */
export function localArguments(call: Call): Expression[] {
  return call.name === 'DateLookback' ? call.args : call.args.slice(1).filter((_, index) => index % 2 === 0)
}

/** Arguments that are read over the rows of the target: the value to find, and the external keys. */
export function externalArguments(call: Call): Expression[] {
  return call.name === 'DateLookback' ? [] : call.args.filter((_, index) => index % 2 === 0)
}

/** Like `walkExpression`, but visits only those arguments of a lookup that are read at the level of the column. */
export function walkAtLevel(expression: Expression, visit: (node: Expression) => boolean | undefined): void {
  if (visit(expression) === false || expression.kind !== 'call') return
  const args = expression.class === 'lookup' ? localArguments(expression) : expression.args
  for (const arg of args) walkAtLevel(arg, visit)
}

/** References to rows of the element itself. */
const ownKinds: ReadonlySet<string> = new Set(['column', 'source-column'])

/** The elements that a lookup reads, and whether it reads columns of its own element. */
export function externalReferences(call: Call): { elements: Set<string>; own: boolean } {
  const elements = new Set<string>()
  let own = false
  for (const arg of externalArguments(call)) {
    walkExpression(arg, (node) => {
      if (node.kind !== 'reference') return undefined
      if (node.target.kind === 'element-column') elements.add(node.target.elementId)
      if (ownKinds.has(node.target.kind)) own = true
      return undefined
    })
  }
  return { elements, own }
}

/** The element that is looked up; null for the element itself. */
export function targetOfLookup(call: Call): string | null {
  const [elementId] = externalReferences(call).elements
  return elementId ?? null
}

/** True for a lookup into the rows of the element itself. */
export function isOwnLookup(call: Call): boolean {
  return call.name === 'DateLookback' || targetOfLookup(call) === null
}

/** The level of the target whose rows are looked up: the finest level of the columns that are named; its rows when no column is named. */
export function targetLevel(other: ElementModel, call: Call): number {
  const levels: number[] = []
  for (const arg of externalArguments(call)) {
    walkExpression(arg, (node) => {
      if (node.kind !== 'reference' || node.target.kind !== 'element-column') return undefined
      levels.push(other.byId.get(node.target.columnId)?.level ?? baseLevel(other))
      return undefined
    })
    // Without a column the lookup counts rows.
    if (levels.length === 0) levels.push(baseLevel(other))
  }
  return Math.max(...levels, 0)
}
