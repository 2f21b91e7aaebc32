import { type Method, type OperationDefinition, pathNames } from '@octavo/core/contract'

interface Segment {
  kind: 'literal' | 'parameter'
  /** The literal, or the `:verb` behind a parameter. */
  text: string
}

interface Node<R> {
  literals: Map<string, Node<R>>
  /** Parameters by their suffix in the segment; longest suffix first, the bare parameter last. */
  parameters: { suffix: string; node: Node<R> }[]
  routes: Map<Method, { route: R; names: string[] }>
}

export type Match<R> =
  | { kind: 'found'; route: R; params: Record<string, string> }
  | { kind: 'wrong_method'; allowed: Method[] }
  | { kind: 'unknown' }

/**
 * Finds the operation of a method and a path. Literal segments take precedence over parameters, `{id}:verb` over `{id}`; when the more
 * literal branch has no match, the other is tried. Throws for two operations with the same method and shape of path.
 */
export function createMatcher<R extends { operation: OperationDefinition }>(routes: readonly R[]) {
  const root = newNode<R>()
  for (const route of routes) add(root, route)

  return {
    match(method: string, path: string): Match<R> {
      const segments = decodedSegments(path)
      if (segments === null) return { kind: 'unknown' }
      const leaves = [...walk(root, segments, 0, [])]
      const wanted = method === 'HEAD' ? 'GET' : method
      for (const { node, values } of leaves) {
        const entry = node.routes.get(wanted as Method)
        if (entry === undefined) continue
        const params: Record<string, string> = Object.fromEntries(entry.names.map((name, i) => [name, values[i] ?? '']))
        return { kind: 'found', route: entry.route, params }
      }
      const allowed = [...new Set(leaves.flatMap(({ node }) => [...node.routes.keys()]))]
      return allowed.length > 0 ? { kind: 'wrong_method', allowed } : { kind: 'unknown' }
    },
  }
}

function newNode<R>(): Node<R> {
  return { literals: new Map(), parameters: [], routes: new Map() }
}

function add<R extends { operation: OperationDefinition }>(root: Node<R>, route: R): void {
  const { path } = route.operation
  addAt(root, route, path)
  // A published path may end in a slash; it is served without the slash too.
  if (path.length > 1 && path.endsWith('/')) addAt(root, route, path.slice(0, -1))
}

function addAt<R extends { operation: OperationDefinition }>(root: Node<R>, route: R, path: string): void {
  const { method, id } = route.operation
  let node = root
  for (const part of path.split('/').slice(1)) {
    const segment = parseSegment(part)
    node = segment.kind === 'literal' ? literalChild(node, segment.text) : parameterChild(node, segment.text)
  }
  const taken = node.routes.get(method)
  if (taken !== undefined) {
    throw new Error(`Operations ${taken.route.operation.id} and ${id} have the same method and path: ${method} ${path}`)
  }
  node.routes.set(method, { route, names: pathNames(path) })
}

function parseSegment(part: string): Segment {
  const parameter = /^\{[^}]+\}(.*)$/.exec(part)
  return parameter === null ? { kind: 'literal', text: part } : { kind: 'parameter', text: parameter[1] ?? '' }
}

function literalChild<R>(node: Node<R>, text: string): Node<R> {
  const child = node.literals.get(text) ?? newNode<R>()
  node.literals.set(text, child)
  return child
}

function parameterChild<R>(node: Node<R>, suffix: string): Node<R> {
  const known = node.parameters.find((parameter) => parameter.suffix === suffix)
  if (known !== undefined) return known.node
  const child = newNode<R>()
  node.parameters.push({ suffix, node: child })
  node.parameters.sort((a, b) => b.suffix.length - a.suffix.length)
  return child
}

function* walk<R>(
  node: Node<R>,
  segments: readonly string[],
  index: number,
  values: readonly string[],
): Generator<{ node: Node<R>; values: readonly string[] }> {
  const segment = segments[index]
  if (segment === undefined) {
    if (node.routes.size > 0) yield { node, values }
    return
  }
  const literal = node.literals.get(segment)
  if (literal !== undefined) yield* walk(literal, segments, index + 1, values)
  for (const { suffix, node: child } of node.parameters) {
    if (segment.length <= suffix.length || !segment.endsWith(suffix)) continue
    const value = segment.slice(0, segment.length - suffix.length)
    yield* walk(child, segments, index + 1, [...values, value])
  }
}

/** Null for a path that is not percent-encoded text. */
function decodedSegments(path: string): string[] | null {
  try {
    return path.split('/').slice(1).map(decodeURIComponent)
  } catch {
    return null
  }
}
