import { resource } from '../resource.ts'

const swapPolicy = (fromConnectionId: string) => {
  const all = { swapType: 'all' }
  const swaps = { connectionSwaps: [{ to: { path0: all, path1: all } }] }
  return { type: 'connection', name: 'Policy', fromConnectionId, swaps }
}

export const sourceSwapPolicies = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
createSourceSwapPolicy            400     403     403     403     403     403     200     -       -
listSourceSwapPolicies            200     403     403     403     403     403     200     -       -
getSourceSwapPolicy               404     403     403     403     403     403     200     -       -
updateSourceSwapPolicy            404     403     403     403     403     403     200     -       -
deleteSourceSwapPolicy            404     403     403     403     403     403     200     -       -
`,
  ids: {
    policyId: (things, { connectionId }) =>
      things.one('policy', () => things.create('/v2/sourceSwapPolicies', swapPolicy(connectionId), 'policyId')),
  },
  requests: {
    createSourceSwapPolicy: (_, { connectionId }) => ({ body: swapPolicy(connectionId) }),
  },
  withoutEtag: ['getSourceSwapPolicy'],
})
