import type { PageDataEvent } from '@octavo/core/contract'
import type { DocumentEdit } from '@octavo/core/document'
import type { Cell, LevelName } from '@octavo/core/types'
import { inWords, send } from '../api.ts'
import type { StoredDocument } from './draft/draft-editor-options.ts'
import { readLines } from './read-lines.ts'
import { documentPath } from './use-element-data.ts'

export interface PreviewRows {
  columns: readonly { id: string; name: string; type: string }[]
  rows: readonly (readonly Cell[])[]
}

export interface PreviewRequest {
  workbookId: string
  isDataModel?: boolean | undefined
  /** The draft or custom view; empty for the published version. */
  stored: StoredDocument | Record<string, never>
  pageId: string
  elementId: string
  level: LevelName
  limit: number
  /** Edits that are applied to the document for the preview; they are not saved. */
  edits: readonly DocumentEdit[]
  /**
   * Control values as text, by control id; a control that is absent has its saved value. For rows of an element of the
   * page these are the values that the page is shown with; `savedControls` for what is not on the page yet.
   */
  controls: Readonly<Record<string, string>>
}

/** The saved values of all controls. */
export const savedControls: PreviewRequest['controls'] = {}

/** The first rows that an element would have with edits that are not saved. Throws an error with the reason. */
export async function previewRows(request: PreviewRequest, signal: AbortSignal): Promise<PreviewRows> {
  const { stored, pageId, elementId, level, limit, edits, controls } = request
  const response = await send(`${documentPath(request)}/pages/${encodeURIComponent(pageId)}/data`, {
    method: 'POST',
    query: { ...stored },
    body: { elementIds: [elementId], windows: [{ elementId, level, offset: 0, limit }], edits, controls },
    signal,
    accept: 'application/x-ndjson',
  })
  let found: PreviewRows = { columns: [], rows: [] }
  if (!response.body) return found
  for await (const line of readLines(response.body)) {
    const event = line as PageDataEvent
    if (event.event === 'error') throw new Error((await inWords(event)).message)
    if (event.event === 'schema') found = { columns: event.columns, rows: [] }
    if (event.event === 'batch') {
      const rows = Array.from({ length: event.columns[0]?.length ?? 0 }, (_, row) =>
        event.columns.map((column) => column[row] ?? null),
      )
      found = { ...found, rows: [...found.rows, ...rows] }
    }
  }
  return found
}
