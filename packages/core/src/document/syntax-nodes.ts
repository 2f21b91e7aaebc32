import { functions, type SyntaxNode } from '../formula/index.ts'

/** Whether a function reads more than its row, so that it can only be evaluated once the rows are known. */
export function isOverRows(name: string): boolean {
  const found = functions.find(name)?.class
  return found === 'window' || found === 'aggregate' || found === 'level-shift'
}

/** Every call in a formula, outer before inner. */
export function callsIn(node: SyntaxNode): Extract<SyntaxNode, { kind: 'call' }>[] {
  const own = node.kind === 'call' ? [node] : []
  return [...own, ...partsOf(node).flatMap(callsIn)]
}

/** The references that consist of a single name, which usually are columns of the element itself. */
export function ownReferences(node: SyntaxNode): string[] {
  const [name, ...more] = node.kind === 'reference' ? node.segments : []
  const own = name === undefined || more.length > 0 ? [] : [name]
  return [...own, ...partsOf(node).flatMap(ownReferences)]
}

/** The nodes right below a node. */
export function partsOf(node: SyntaxNode): SyntaxNode[] {
  switch (node.kind) {
    case 'call':
      return node.args
    case 'unary':
      return [node.operand]
    case 'binary':
      return [node.left, node.right]
    case 'path':
      return [node.target]
    case 'index':
      return [node.target, node.index]
    case 'record':
      return node.entries.map(({ value }) => value)
    default:
      return []
  }
}
