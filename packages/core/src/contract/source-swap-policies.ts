import { type Static, Type } from 'typebox'
import { countedPageOf, Empty, nameOfMost, pageQuery } from './common.ts'
import { operation } from './define.ts'

const Attribute = Type.Object({ swapType: Type.Literal('attribute'), userAttributeId: Type.String() })
const Exact = Type.Object({ swapType: Type.Literal('exact'), catalogObject: Type.String({ minLength: 1 }) })
const All = Type.Object({ swapType: Type.Literal('all') })

export type SwapTo = Static<typeof SwapTo>
export const SwapTo = Type.Union([Attribute, Exact, All], {
  $id: 'SwapTo',
  description: 'attribute: the value of a user attribute; exact: this name; all: the name stays unchanged.',
})
export type SwapFrom = Static<typeof SwapFrom>
export const SwapFrom = Type.Union([All, Exact], { $id: 'SwapFrom', description: 'all: any name; exact: this name.' })

const parts = 'path0: database, catalog or project; path1: schema or dataset; path2: table or view.'
export type SwapToPath = Static<typeof SwapToPath>
export const SwapToPath = Type.Object(
  { path0: SwapTo, path1: SwapTo, path2: Type.Optional(SwapTo) },
  { $id: 'SwapToPath', description: parts },
)
export type SwapFromPath = Static<typeof SwapFromPath>
export const SwapFromPath = Type.Object(
  { path0: SwapFrom, path1: SwapFrom, path2: Type.Optional(SwapFrom) },
  { $id: 'SwapFromPath', description: parts },
)

const ConnectionSwaps = Type.Object({ connectionSwaps: Type.Array(Type.Object({ to: SwapToPath }), { maxItems: 100 }) })
const DeploymentSwaps = Type.Object({
  toConnection: Attribute,
  deploymentSwaps: Type.Array(Type.Object({ from: SwapFromPath, to: SwapToPath }), { maxItems: 100 }),
})
const common = { name: nameOfMost(255), fromConnectionId: Type.String() }
const ofConnection = { type: Type.Literal('connection'), ...common, swaps: ConnectionSwaps }
const ofDeployment = { type: Type.Literal('deployment'), ...common, swaps: DeploymentSwaps }

export type SourceSwapPolicyInput = Static<typeof SourceSwapPolicyInput>
export const SourceSwapPolicyInput = Type.Union([Type.Object(ofConnection), Type.Object(ofDeployment)], {
  $id: 'SourceSwapPolicyInput',
  description:
    'connection: tables of one connection are replaced with others of it. deployment: tables are replaced ' +
    'with those of the connection whose id is the value of a user attribute.',
})
export type SourceSwapPolicyPatch = Static<typeof SourceSwapPolicyPatch>
export const SourceSwapPolicyPatch = Type.Union(
  [Type.Partial(Type.Object(ofConnection)), Type.Partial(Type.Object(ofDeployment))],
  { $id: 'SourceSwapPolicyPatch', description: 'Absent fields stay unchanged; swaps are replaced as a whole.' },
)
export type SourceSwapPolicy = Static<typeof SourceSwapPolicy>
export const SourceSwapPolicy = Type.Union(
  [
    Type.Object({ policyId: Type.String(), ...ofConnection }),
    Type.Object({ policyId: Type.String(), ...ofDeployment }),
  ],
  { $id: 'SourceSwapPolicy' },
)
const PolicyId = Type.Object({ policyId: Type.String() }, { $id: 'SourceSwapPolicyId' })

const tag = 'sourceSwapPolicies'

export const createSourceSwapPolicy = operation({
  id: 'createSourceSwapPolicy',
  method: 'POST',
  path: '/v2/sourceSwapPolicies',
  tag,
  summary: 'Define a swap policy',
  description:
    'Used by swapSources and at tagging as `sourceSwapPolicyId`. A table that does not exist is not swapped for.',
  body: SourceSwapPolicyInput,
  answers: { 200: PolicyId },
  errors: ['forbidden'],
})
export const listSourceSwapPolicies = operation({
  id: 'listSourceSwapPolicies',
  method: 'GET',
  path: '/v2/sourceSwapPolicies',
  tag,
  summary: 'List the swap policies, oldest first',
  query: Type.Object(pageQuery),
  answers: { 200: countedPageOf(SourceSwapPolicy, 'SourceSwapPolicyPage') },
  errors: ['forbidden'],
})
export const getSourceSwapPolicy = operation({
  id: 'getSourceSwapPolicy',
  method: 'GET',
  path: '/v2/sourceSwapPolicies/{policyId}',
  tag,
  summary: 'Get a swap policy',
  answers: { 200: SourceSwapPolicy },
  errors: ['forbidden', 'not_found'],
})
export const updateSourceSwapPolicy = operation({
  id: 'updateSourceSwapPolicy',
  method: 'PATCH',
  path: '/v2/sourceSwapPolicies/{policyId}',
  tag,
  summary: 'Change a swap policy',
  body: SourceSwapPolicyPatch,
  bodyOptional: true,
  answers: { 200: PolicyId },
  errors: ['forbidden', 'not_found'],
})
export const deleteSourceSwapPolicy = operation({
  id: 'deleteSourceSwapPolicy',
  method: 'DELETE',
  path: '/v2/sourceSwapPolicies/{policyId}',
  tag,
  summary: 'Delete a swap policy',
  description: 'Refused while a pending request for a version tag uses it.',
  answers: { 200: Empty },
  errors: ['forbidden', 'not_found', 'conflict'],
})

export const sourceSwapPolicyOperations = [
  createSourceSwapPolicy,
  listSourceSwapPolicies,
  getSourceSwapPolicy,
  updateSourceSwapPolicy,
  deleteSourceSwapPolicy,
] as const
