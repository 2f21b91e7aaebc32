import type { apiOf } from './api.ts'

type Call = Awaited<ReturnType<typeof apiOf>>

interface Named {
  name: string
  elementId: string
}

interface DraftElement {
  id: string
  kind: string
  columns: { id: string; formula: string; name?: string }[]
  [field: string]: unknown
}

/** The table "Sales" of the data model of the sample, with all its columns. */
export async function salesTable(call: Call): Promise<Record<string, unknown>> {
  const models = await call<{ entries: { dataModelId: string }[] }>('GET', '/v2/dataModels')
  const dataModelId = models.entries[0]?.dataModelId ?? ''
  const elements = await call<{ entries: Named[] }>('GET', `/v2/dataModels/${dataModelId}/elements`)
  const elementId = elements.entries.find(({ name }) => name === 'Sales')?.elementId ?? ''
  const { entries } = await call<{ entries: Named[] }>('GET', `/v2/dataModels/${dataModelId}/columns?limit=500`)
  const own = entries.filter((column) => column.elementId === elementId)
  return {
    id: 'sales',
    kind: 'table',
    name: 'Sales',
    source: { kind: 'data-model', dataModelId, elementId },
    columns: own.map(({ name }, index) => ({ id: `c${index}`, formula: `[Sales/${name}]` })),
  }
}

/** The draft of a workbook as stored on the server. */
export function draftsOf(call: Call, workbookId: string) {
  const read = () =>
    call<{ document: { elements: Record<string, DraftElement> } }>('GET', `/v2/workbooks/${workbookId}/draft`)
  return {
    text: async () => JSON.stringify((await read()).document),
    elements: async () => (await read()).document.elements,
    /** The first element of a kind. */
    elementOf: async (kind: string) =>
      Object.values((await read()).document.elements).find((element) => element.kind === kind),
  }
}
