import type { Viewer } from '@octavo/core/access'
import type { LegacyWorkbookSchema } from '@octavo/core/contract'
import {
  allElements,
  columnNames,
  columnsOf,
  controlsOf,
  type DocumentElement,
  elementName,
  isControl,
  isDataElement,
} from '@octavo/core/document'
import type { Variant, WorkbookContents } from './workbook-contents.ts'

export type WorkbookSchema = ReturnType<typeof createWorkbookSchema>

/** The structure of a workbook in the form of 2021, which cannot express grids and newer elements. */
export function createWorkbookSchema({ contents }: { contents: WorkbookContents }) {
  return {
    /** SQL and the displayName of elements are included only with `includeSql`. */
    async get(
      viewer: Viewer,
      id: string,
      variant: Variant,
      includeSql: boolean,
      signal: AbortSignal,
    ): Promise<LegacyWorkbookSchema> {
      const open = await contents.open(viewer, 'workbook', id, variant)
      const shown = await contents.printed(viewer, open)
      const { inode } = open.record
      const elements = allElements(shown)
      const dataElements = elements.filter(isDataElement)
      const queries = includeSql
        ? await Promise.all(dataElements.map((element) => contents.queryOf(viewer, open, element, signal)))
        : []
      return {
        workbookId: inode.id,
        workbookUrlId: inode.url_id,
        pages: Object.fromEntries(
          shown.pages.map((page, sortIndex) => [
            page.id,
            {
              id: page.id,
              title: page.name,
              hidden: page.visibility === 'hidden',
              body: page.elementIds,
              sortIndex,
            },
          ]),
        ),
        sheets: Object.fromEntries(dataElements.map((element) => [element.id, sheet(element)])),
        variables: Object.fromEntries(
          controlsOf(shown).map((control) => [
            control.controlId,
            { id: control.controlId, defaultValue: control.values ?? control.value ?? null },
          ]),
        ),
        elements: Object.fromEntries(
          elements.map((element) => [
            element.id,
            {
              id: element.id,
              type: element.kind,
              ...(includeSql ? { displayName: displayName(element) } : {}),
            },
          ]),
        ),
        sqlQueries: Object.fromEntries(
          queries.flatMap(({ elementId, sql }) => (sql === undefined ? [] : [[elementId, sql]])),
        ),
        sqlQueryErrors: Object.fromEntries(
          queries.flatMap(({ elementId, error }) => (error === undefined ? [] : [[elementId, { message: error }]])),
        ),
      }
    },
  }
}

function sheet(element: DocumentElement) {
  const names = columnNames(columnsOf(element))
  const groupings = Array.isArray(element.groupings) ? element.groupings : []
  return {
    id: element.id,
    columns: Object.fromEntries(
      columnsOf(element).map(({ id, formula }) => [id, { id, name: names.get(id), formula }]),
    ),
    base: element.source,
    type: element.kind,
    levels: groupings,
  }
}

function displayName(element: DocumentElement): string {
  return elementName(element) ?? (isControl(element) ? element.controlId : element.id)
}
