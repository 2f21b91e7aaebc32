import type { SourceUse } from '@octavo/core/contract'
import { columnNames, columnsOf, findElement, type TableElement, type WorkbookDocument } from '@octavo/core/document'
import { queryOptions } from '@tanstack/react-query'
import { documentPath, type OpenPage } from '../../editor/index.ts'
import { listAll } from '../data/list-all.ts'
import { isTable, shownName } from '../data-model/model-elements.ts'

/** Something in the published version that the draft does not have, or has with another meaning. */
export interface Removal {
  elementId: string
  table: string
  /** Absent: the table as a whole. */
  part?: { kind: 'column' | 'metric' | 'relationship'; id: string; name: string; isChanged: boolean }
}

/** A removed object with the documents that read it. */
export interface BreakingRemoval extends Removal {
  uses: SourceUse[]
}

/** What documents that read the published version would no longer find, or would find changed. */
export function removalsOf(published: WorkbookDocument, draft: WorkbookDocument): Removal[] {
  return Object.values(published.elements)
    .filter(isTable)
    .flatMap((element): Removal[] => {
      const of = { elementId: element.id, table: shownName(element) }
      const present = findElement(draft, element.id)
      if (!present || !isTable(present)) return [of]
      return partsRemoved(element, present).map((part) => ({ ...of, part }))
    })
}

function partsRemoved(before: TableElement, now: TableElement): NonNullable<Removal['part']>[] {
  const kept = new Set(columnsOf(now).map(({ id }) => id))
  const columns = [...columnNames(columnsOf(before))].filter(([id]) => !kept.has(id))
  return [
    ...columns.map(([id, name]) => ({ kind: 'column' as const, id, name, isChanged: false })),
    ...changed(before.metrics, now.metrics, ({ formula }) => formula).map((part) => ({
      kind: 'metric' as const,
      ...part,
    })),
    ...changed(before.relationships, now.relationships, ({ targetElementId, keys }) => [targetElementId, keys]).map(
      (part) => ({ kind: 'relationship' as const, ...part }),
    ),
  ]
}

/** Entries that were removed, or whose meaning has changed. */
function changed<Entry extends { id: string; name?: string }>(
  before: readonly Entry[] = [],
  now: readonly Entry[] = [],
  meaningOf: (entry: Entry) => unknown,
) {
  const present = new Map(now.map((entry) => [entry.id, entry]))
  return before.flatMap((entry) => {
    const other = present.get(entry.id)
    const isSame = other && JSON.stringify(meaningOf(other)) === JSON.stringify(meaningOf(entry))
    return isSame ? [] : [{ id: entry.id, name: entry.name ?? entry.id, isChanged: other !== undefined }]
  })
}

const queryNames = { column: 'columnId', metric: 'metricId', relationship: 'relationshipId' } as const

/** Removals that affect documents, as far as the user can see the documents. */
export const breakingQuery = (model: Pick<OpenPage, 'workbookId' | 'isDataModel'>, removals: readonly Removal[]) =>
  queryOptions({
    queryKey: ['data-models', 'breaking', model.workbookId, removals],
    queryFn: async ({ signal }): Promise<BreakingRemoval[]> => {
      const found = await Promise.all(
        removals.map(async (removal) => {
          const { elementId, part } = removal
          const query = { elementId, ...(part && { [queryNames[part.kind]]: part.id }) }
          const { entries } = await listAll<SourceUse>(`${documentPath(model)}/uses`, { signal, query })
          return { ...removal, uses: entries }
        }),
      )
      return found.filter(({ uses }) => uses.length > 0)
    },
  })
