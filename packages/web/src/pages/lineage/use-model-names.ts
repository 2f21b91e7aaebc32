import type { DataModel } from '@octavo/core/contract'
import type { LineageNode } from '@octavo/core/document'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api.ts'
import { listAll } from '../data/list-all.ts'

interface ModelElement {
  elementId: string
  name: string
}

/**
 * The names of the elements of data models that the document reads, such as "Retail / Sales", by the ids of their boxes. The document has
 * only their ids. A data model that the member may not see has no name here.
 */
export function useModelNames(nodes: readonly LineageNode[]): ReadonlyMap<string, string> {
  const modelIds = [...new Set(nodes.flatMap(({ dataModelId }) => dataModelId ?? []))].sort()
  const query = useQuery({
    queryKey: ['lineage', 'model-names', modelIds],
    enabled: modelIds.length > 0,
    queryFn: async ({ signal }) => {
      const models = await Promise.all(modelIds.map((id) => namesOfModel(id, signal).catch(() => [])))
      return new Map(models.flat())
    },
  })
  return query.data ?? none
}

const none: ReadonlyMap<string, string> = new Map()

async function namesOfModel(id: string, signal: AbortSignal): Promise<[nodeId: string, name: string][]> {
  const path = `/v2/dataModels/${encodeURIComponent(id)}`
  const [model, elements] = await Promise.all([
    call<DataModel>(path, { signal }),
    listAll<ModelElement>(`${path}/elements`, { signal }),
  ])
  return elements.entries.map(({ elementId, name }) => [
    `source data-model ${id} ${elementId}`,
    [model.name, name].filter(Boolean).join(' / '),
  ])
}
