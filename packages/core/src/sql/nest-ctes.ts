import type { SqlCte, SqlEntries, SqlFrom, SqlRaw, SqlRows, SqlSelect, SqlUnion } from './tree.ts'

type Relation = SqlSelect | SqlUnion | SqlRaw | SqlRows | SqlEntries

/**
 * CTEs for an engine with a maximum number in one WITH: CTEs that are read only by a single later one, directly or through each other, move
 * into a WITH of its own. The reading order is kept. A list that cannot be shortened is returned unchanged.
 */
export function nestCtes(ctes: readonly SqlCte[], body: Relation, most: number): readonly SqlCte[] {
  let list = ctes
  while (list.length > most) {
    const place = new Map(list.map(({ name }, index) => [name, index]))
    const readers: number[][] = list.map(() => [])
    const note = (relation: string, reader: number) => readers[place.get(relation) ?? -1]?.push(reader)
    for (const [index, cte] of list.entries()) for (const name of readBy(cte)) note(name, index)
    for (const name of relationsOf(body)) note(name, list.length)
    let best: { at: number; moved: Set<number> } = { at: -1, moved: new Set() }
    for (let at = 1; at < Math.min(list.length, most * 2); at += 1) {
      const moved = new Set<number>()
      for (let index = at - 1; index >= 0; index -= 1) {
        if (readers[index]?.every((reader) => reader === at || moved.has(reader))) moved.add(index)
      }
      const own = list[at]?.ctes?.length ?? 0
      if (list[at]?.query.kind === 'select' && moved.size + own <= most && moved.size > best.moved.size)
        best = { at, moved }
    }
    const { at, moved } = best
    if (moved.size === 0) return list
    const inner = list.filter((_, index) => moved.has(index))
    list = list.flatMap((cte, index) => {
      if (moved.has(index)) return []
      return index === at ? [{ ...cte, ctes: [...inner, ...(cte.ctes ?? [])] }] : [cte]
    })
  }
  return list
}

function readBy({ query, ctes = [] }: SqlCte): string[] {
  return [...relationsOf(query), ...ctes.flatMap(readBy)]
}

/** Names of the CTEs that a relation reads. Subqueries outside of conditions read only tables. */
export function relationsOf(relation: Relation): string[] {
  if (relation.kind === 'union') return relation.selects.flatMap(relationsOf)
  if (relation.kind !== 'select') return []
  const asked = (relation.where ?? []).flatMap((item) => (item.kind === 'exists' ? relationsOf(item.query) : []))
  return [...(relation.from ? relationsOfFrom(relation.from) : []), ...asked]
}

function relationsOfFrom(from: SqlFrom): string[] {
  switch (from.kind) {
    case 'table':
      return []
    case 'relation':
      return [from.name]
    case 'derived':
      return relationsOf(from.query)
    case 'join':
      return [...relationsOfFrom(from.left), ...relationsOfFrom(from.right)]
  }
}
