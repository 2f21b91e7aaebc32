import { resource, swapEffects } from '../resource.ts'

const tableForItself = (tableId: string) => {
  const table = { type: 'table', tableId }
  return { sourceMapping: [{ from: table, to: table }] }
}

export const sourceSwaps = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
sourceSwapWorkbook                404     404     404     403     403     200     200     403     403
v3alpha_sourceSwapWorkbook        404     404     404     403     403     200     200     403     403
swapDataModelSources              404     404     404     403     403     200     200     403     403
v3alpha_sourceSwapDataModel       404     404     404     403     403     200     200     403     403
`,
  requests: {
    sourceSwapWorkbook: (_, { connectionId: id }) => ({
      body: { connectionMapping: [{ fromId: id, toId: id, swapTables: true }] },
    }),
    swapDataModelSources: (_, { connectionId: id }) => ({
      body: { connectionMapping: [{ fromId: id, toId: id, swapTables: true }] },
    }),
    v3alpha_sourceSwapWorkbook: (_, { tableId }) => ({ body: tableForItself(tableId) }),
    v3alpha_sourceSwapDataModel: (_, { tableId }) => ({ body: tableForItself(tableId) }),
  },
  addsToDryRuns: {
    sourceSwapWorkbook: swapEffects,
    swapDataModelSources: swapEffects,
    v3alpha_sourceSwapWorkbook: swapEffects,
    v3alpha_sourceSwapDataModel: swapEffects,
  },
})
