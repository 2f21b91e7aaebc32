import {
  createSourceSwapPolicy,
  deleteSourceSwapPolicy,
  getSourceSwapPolicy,
  listSourceSwapPolicies,
  updateSourceSwapPolicy,
} from '@octavo/core/contract'
import type { SwapPolicies } from '../../services/source-swaps/swap-policies.ts'
import { handle, type Route } from '../handle.ts'

export const sourceSwapPolicyRoutes = ({ swapPolicies }: { swapPolicies: SwapPolicies }): Route[] => [
  handle(createSourceSwapPolicy, ({ viewer, body }) => swapPolicies.create(viewer, body)),
  handle(listSourceSwapPolicies, ({ viewer, paged }) => paged((window) => swapPolicies.list(viewer, window))),
  handle(getSourceSwapPolicy, ({ viewer, params }) => swapPolicies.get(viewer, params.policyId)),
  handle(updateSourceSwapPolicy, ({ viewer, params, body }) =>
    swapPolicies.update(viewer, params.policyId, body ?? {}),
  ),
  handle(deleteSourceSwapPolicy, async ({ viewer, params }) => {
    await swapPolicies.remove(viewer, params.policyId)
    return {}
  }),
]
