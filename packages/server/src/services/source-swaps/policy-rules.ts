import type { Viewer } from '@octavo/core/access'
import type { SourceSwapPolicy, SwapFrom, SwapFromPath, SwapTo, SwapToPath } from '@octavo/core/contract'
import { isUuid, type Store } from '../../store/index.ts'
import { findSourceSwapPolicy } from '../../store/source-swap-policies.ts'
import { findUserAttributes } from '../../store/user-attributes.ts'
import { attributesOf, policyOf } from './swap-policies.ts'
import type { ReadRules } from './swap-requests.ts'
import { pathsRule, type TablePaths } from './swap-rules.ts'

const place = 'sourceSwapPolicyId'

/** The rule of a policy, filled with the viewer's values of its user attributes. Paths that do not exist are not swapped. */
export async function rulesOfPolicy(
  { store }: { store: Store },
  viewer: Viewer,
  policyId: string | undefined,
): Promise<ReadRules> {
  if (policyId === undefined) return { rules: [], problems: [] }
  const row = isUuid(policyId) ? await findSourceSwapPolicy(store.db, viewer.organizationId, policyId) : undefined
  if (!row) return { rules: [], problems: [{ path: place, message: `There is no source swap policy "${policyId}".` }] }
  const policy = policyOf(row)
  const attributes = await findUserAttributes(store.db, viewer.organizationId, attributesOf(policy))
  const values = new Map<string, string>()
  const problems: ReadRules['problems'] = []
  for (const id of attributesOf(policy)) {
    const name = attributes.get(id)?.name
    const value = name === undefined ? undefined : viewer.attributes[name]
    if (value !== undefined) values.set(id, value)
    else problems.push({ path: place, message: `You have no value of the user attribute "${name ?? id}".` })
  }
  if (problems.length > 0) return { rules: [], problems }
  const connectionId =
    policy.type === 'connection'
      ? policy.fromConnectionId
      : (values.get(policy.swaps.toConnection.userAttributeId) ?? policy.fromConnectionId)
  return {
    problems: [],
    rules: [
      pathsRule(policy.fromConnectionId, {
        connectionId,
        place,
        tableOf: pathsOf(policy, values),
        hasTables: true,
        isOptional: true,
        wanted: [],
      }),
    ],
  }
}

function pathsOf(policy: SourceSwapPolicy, values: ReadonlyMap<string, string>): TablePaths {
  return (path) => {
    const ends =
      policy.type === 'connection'
        ? policy.swaps.connectionSwaps.map(({ to }) => to)
        : policy.swaps.deploymentSwaps.filter(({ from }) => isFrom(from, path)).map(({ to }) => to)
    return ends.length === 0 ? null : { place, paths: ends.map((to) => newPath(to, path, values)) }
  }
}

/** Paths are compared from their ends, because some platforms have no databases. */
function isFrom({ path0, path1, path2 }: SwapFromPath, path: readonly string[]): boolean {
  const isName = (from: SwapFrom | undefined, name: string | undefined) =>
    from === undefined || from.swapType === 'all' || from.catalogObject === name
  return isName(path0, path.at(-3)) && isName(path1, path.at(-2)) && isName(path2, path.at(-1))
}

function newPath({ path0, path1, path2 }: SwapToPath, path: readonly string[], values: ReadonlyMap<string, string>) {
  const nameOf = (to: SwapTo | undefined, name: string) => {
    if (to === undefined || to.swapType === 'all') return name
    return to.swapType === 'exact' ? to.catalogObject : (values.get(to.userAttributeId) ?? name)
  }
  const ends = [path0, path1, path2].slice(-path.length)
  return path.map((name, index) => nameOf(ends[index - path.length + ends.length], name))
}
