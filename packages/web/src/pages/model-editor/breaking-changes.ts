import type { SourceUse } from '@octavo/core/contract'
import { columnNames, columnsOf, findElement, type WorkbookDocument } from '@octavo/core/document'
import { queryOptions } from '@tanstack/react-query'
import { documentPath, type OpenPage } from '../../editor/index.ts'
import { listAll } from '../data/list-all.ts'
import { isTable, shownName } from '../data-model/model-elements.ts'

/** A table or a column that is published and no longer in the draft. */
export interface Removal {
  elementId: string
  table: string
  /** Absent: the table as a whole. */
  columnId?: string
  column?: string
}

/** A removal with the documents that read what it removes. */
export interface BreakingRemoval extends Removal {
  uses: SourceUse[]
}

/** What readers of the published version would no longer find. */
export function removalsOf(published: WorkbookDocument, draft: WorkbookDocument): Removal[] {
  return Object.values(published.elements)
    .filter(isTable)
    .flatMap((element): Removal[] => {
      const of = { elementId: element.id, table: shownName(element) }
      const present = findElement(draft, element.id)
      if (!present || !isTable(present)) return [of]
      const kept = new Set(columnsOf(present).map(({ id }) => id))
      return [...columnNames(columnsOf(element))]
        .filter(([columnId]) => !kept.has(columnId))
        .map(([columnId, column]) => ({ ...of, columnId, column }))
    })
}

/** Removals of things that documents read, as far as one may see those; the others break nothing. */
export const breakingQuery = (model: Pick<OpenPage, 'workbookId' | 'isDataModel'>, removals: readonly Removal[]) =>
  queryOptions({
    queryKey: ['data-models', 'breaking', model.workbookId, removals],
    queryFn: async ({ signal }): Promise<BreakingRemoval[]> => {
      const found = await Promise.all(
        removals.map(async (removal) => {
          const { elementId, columnId } = removal
          const query = { elementId, ...(columnId === undefined ? {} : { columnId }) }
          const { entries } = await listAll<SourceUse>(`${documentPath(model)}/uses`, { signal, query })
          return { ...removal, uses: entries }
        }),
      )
      return found.filter(({ uses }) => uses.length > 0)
    },
  })
