import { applyEdits, type DocumentColumn, type ElementSource, type WorkbookDocument } from '@octavo/core/document'
import { type DraftEditor, elementEdits, newId, previewRows, savedControls } from '../../../editor/index.ts'
import { readColumns, type SourceColumn, type SourceEntry } from './source-entries.ts'

/** The query for the columns of a source with their types. */
export function columnsQuery(editor: DraftEditor, document: WorkbookDocument, entry: SourceEntry | undefined) {
  return {
    queryKey: ['sources', 'typed', editor.workbookId, editor.stored, entry?.key],
    staleTime: 60_000,
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      entry ? readTypedColumns(editor, document, entry, signal) : Promise.resolve([]),
  }
}

/**
 * The columns of a source with the types that formulas see (number, text, date, logical), for every kind of source. The
 * type is undefined where the rows of the source cannot be read.
 */
async function readTypedColumns(
  editor: DraftEditor,
  document: WorkbookDocument,
  entry: SourceEntry,
  signal: AbortSignal,
): Promise<SourceColumn[]> {
  const columns = await readColumns(document, entry, signal)
  const read = columns.map(({ column }) => column)
  const types = await typesOf(editor, document, { source: entry.source, columns: read }, signal)
  return columns.map((column) => ({ ...column, type: types.get(column.column.id) }))
}

/** The types of columns that read a source as formulas see them, by id; empty when its rows cannot be read. */
export async function typesOf(
  editor: DraftEditor,
  document: WorkbookDocument,
  { source, columns }: { source: ElementSource; columns: readonly DocumentColumn[] },
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const elementId = newId()
  const { pageId } = editor.state
  const fields = { source, columns, name: `Types ${elementId}` }
  const place = { document, pageId, selection: { elementIds: [], columnIds: [] } }
  const edits = applyEdits(document, elementEdits(place, elementId, { kind: 'table', fields })).applied
  const { workbookId, stored } = editor
  try {
    const asked = { workbookId, stored, pageId, elementId, level: 'base', limit: 1 } as const
    const rows = await previewRows({ ...asked, edits, controls: savedControls }, signal)
    return new Map(rows.columns.map(({ id, type }) => [id, familyOfType(type)]))
  } catch (error) {
    if (signal.aborted) throw error
    return new Map()
  }
}

/** The type in formulas for a value type of the server. */
export function familyOfType(type: string): string {
  if (/^(int|decimal|float)/.test(type)) return 'number'
  if (/^(date|timestamp|instant)/.test(type)) return 'date'
  return type.replace(/\W.*$/, '')
}
