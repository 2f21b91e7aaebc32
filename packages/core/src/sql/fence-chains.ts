import { relationsOf } from './nest-ctes.ts'
import type { SqlCte, SqlFrom } from './tree.ts'

/** Marks CTEs as materialized so that at most `most` of them group over each other without a materialized one in between. */
export function fenceChains(ctes: readonly SqlCte[], most: number): readonly SqlCte[] {
  const chains = new Map<string, number>()
  return ctes.map((cte) => {
    const below = relationsOf(cte.query).reduce((longest, name) => Math.max(longest, chains.get(name) ?? 0), 0)
    const chain = below + (groups(cte.query) ? 1 : 0)
    const isFence = chain > most
    chains.set(cte.name, isFence ? 0 : chain)
    return isFence ? { ...cte, isMaterialized: true } : cte
  })
}

function groups(relation: SqlCte['query']): boolean {
  if (relation.kind === 'union') return relation.selects.some(groups)
  if (relation.kind !== 'select') return false
  return (relation.groupBy?.length ?? 0) > 0 || (relation.from !== undefined && groupsInside(relation.from))
}

function groupsInside(from: SqlFrom): boolean {
  if (from.kind === 'join') return groupsInside(from.left) || groupsInside(from.right)
  return from.kind === 'derived' && groups(from.query)
}
