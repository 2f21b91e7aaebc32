/** A name in SQL with its position in the text; `name` is without quotes. */
export interface WrittenName {
  name: string
  start: number
  end: number
}

/** A table that a query reads, as written: `schema.table`, one part or several, without common table expressions. */
export interface WrittenTable {
  parts: WrittenName[]
  hasAlias: boolean
}

export interface SqlReferences {
  tables: WrittenTable[]
  /** Columns with their qualifiers: `column`, `table.column`, `schema.table.column`. */
  columns: WrittenName[][]
  /** All columns of a table are read somewhere (`*`). */
  hasStar: boolean
}

type Tree = Readonly<Record<string, unknown>>

/**
 * Tables and columns that statements name, from the tree of the SQL parser. Null when a position of the tree does not match the text, so
 * that nothing is ever written at a wrong position.
 */
export function readReferences(text: string, statements: readonly unknown[]): SqlReferences | null {
  const names = nameReader(text)
  const found: SqlReferences = { tables: [], columns: [], hasStar: false }
  const walk = (node: unknown, ctes: ReadonlySet<string>): void => {
    if (Array.isArray(node)) {
      for (const item of node) walk(item, ctes)
      return
    }
    if (!isTree(node)) return
    const known = isTree(node.with) ? withCtes(node.with, ctes) : ctes
    for (const [kind, value] of Object.entries(node)) {
      if (kind === 'with') continue
      const chain = chainOf({ [kind]: value })
      if (chain) addColumn(names.present(chain))
      else {
        if (isTree(value)) note(kind, value, known)
        if (kind === 'using' && Array.isArray(value)) for (const part of names.present(value)) addColumn([part])
        walk(value, known)
      }
    }
  }
  const addColumn = (parts: WrittenName[]) => {
    if (parts.length > 0) found.columns.push(parts)
  }
  const note = (kind: string, value: Tree, ctes: ReadonlySet<string>) => {
    if (kind === 'table' && isTree(value.name)) {
      const parts = names.present([value.catalog, value.schema, value.name])
      const isCte = parts.length === 1 && ctes.has(parts[0]?.name.toLowerCase() ?? '')
      if (parts.length > 0 && !isCte) found.tables.push({ parts, hasAlias: isTree(value.alias) })
    }
    if (kind !== 'star') return
    found.hasStar = true
    const prefix = names.at(value.table)
    // The star counts as a column, so that its qualifier is found like those of columns.
    if (prefix) addColumn([prefix, { name: '*', start: prefix.end, end: prefix.end }])
  }
  const withCtes = (clause: Tree, outer: ReadonlySet<string>): ReadonlySet<string> => {
    const names = new Set(outer)
    for (const cte of Array.isArray(clause.ctes) ? clause.ctes.filter(isTree) : []) {
      const name = isTree(cte.alias) && typeof cte.alias.name === 'string' ? cte.alias.name.toLowerCase() : ''
      walk(cte.this, clause.recursive === true ? new Set([...names, name]) : names)
      names.add(name)
    }
    return names
  }
  walk(statements, new Set())
  return names.areFitting() ? found : null
}

/** Reads names of the tree at their positions in the text, and records mismatches. */
function nameReader(text: string) {
  const offsets = offsetsOf(text)
  let areFitting = true
  const at = (node: unknown): WrittenName | null => {
    if (!isTree(node) || typeof node.name !== 'string' || !isTree(node.span)) return null
    const start = offsets(Number(node.span.start))
    const end = offsets(Number(node.span.end))
    const written = text.slice(start, end)
    const bare = /^["`[]/.test(written) ? written.slice(1, -1).replaceAll('""', '"').replaceAll('``', '`') : written
    if (bare !== node.name && written !== node.name) areFitting = false
    return { name: node.name, start, end }
  }
  return {
    at,
    present: (nodes: readonly unknown[]) => nodes.map(at).filter((name) => name !== null),
    areFitting: () => areFitting,
  }
}

/** The names of `a`, `a.b` or `a.b.c`, from the left; null for any other expression. */
function chainOf(node: unknown): unknown[] | null {
  if (!isTree(node)) return null
  if (isTree(node.column)) return [node.column.table, node.column.name]
  if (!isTree(node.dot)) return null
  const before = chainOf(node.dot.this)
  return before && [...before, node.dot.field]
}

/** The parser counts code points, JavaScript strings UTF-16 units. */
function offsetsOf(text: string): (codePoint: number) => number {
  const hasPairs = /[\uD800-\uDBFF]/.test(text)
  if (!hasPairs) return (codePoint) => codePoint
  const starts: number[] = []
  let at = 0
  for (const sign of text) {
    starts.push(at)
    at += sign.length
  }
  return (codePoint) => starts[codePoint] ?? text.length
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
