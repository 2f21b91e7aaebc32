import {
  changeInputTableRows,
  deleteCsv,
  getCsv,
  listInputRowHistory,
  listInputTableRows,
  streamRowEvents,
  uploadCsv,
} from '@octavo/core/contract'
import type { CsvFiles } from '../../services/input-tables/csv-files.ts'
import type { InputTables } from '../../services/input-tables/input-tables.ts'
import type { RowEvents } from '../../services/input-tables/row-events.ts'
import type { RowLists } from '../../services/input-tables/row-lists.ts'
import { eventStream } from '../event-stream.ts'
import { handle, type Route } from '../handle.ts'

export const storedRowRoutes = ({
  csvFiles,
  inputTables,
  rowLists,
  rowEvents,
}: {
  csvFiles: CsvFiles
  inputTables: InputTables
  rowLists: RowLists
  rowEvents: RowEvents
}): Route[] => [
  handle(uploadCsv, ({ viewer, params, body }) => csvFiles.upload(viewer, params.connectionId, body)),
  handle(getCsv, ({ viewer, params }) => csvFiles.get(viewer, params.csvId)),
  handle(deleteCsv, async ({ viewer, params }) => {
    await csvFiles.remove(viewer, params.csvId)
    return {}
  }),
  handle(changeInputTableRows, ({ viewer, params, body, request }) =>
    inputTables.change(viewer, { ...params, change: body, baseUrl: request.baseUrl }, request.signal),
  ),
  handle(listInputRowHistory, ({ viewer, params, paged }) =>
    paged((window) => inputTables.history(viewer, params, window)),
  ),
  handle(listInputTableRows, ({ viewer, params, query, paged }) =>
    paged((window) => rowLists.list(viewer, { ...params, asOf: query.asOf }, window)),
  ),
  handle(streamRowEvents, async ({ viewer, params, query, request }) => {
    const events = rowEvents.stream(viewer, params.workbookId, query, request.signal)
    // Refusals are ordinary responses, so the stream begins only afterwards.
    const first = await events.next()
    return eventStream(first, events)
  }),
]
