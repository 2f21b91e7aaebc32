import { changeInputTableRows, deleteCsv, getCsv, listInputRowHistory, uploadCsv } from '@octavo/core/contract'
import type { CsvFiles } from '../../services/input-tables/csv-files.ts'
import type { InputTables } from '../../services/input-tables/input-tables.ts'
import { handle, type Route } from '../handle.ts'

export const storedRowRoutes = ({
  csvFiles,
  inputTables,
}: {
  csvFiles: CsvFiles
  inputTables: InputTables
}): Route[] => [
  handle(uploadCsv, ({ viewer, params, body }) => csvFiles.upload(viewer, params.connectionId, body)),
  handle(getCsv, ({ viewer, params }) => csvFiles.get(viewer, params.csvId)),
  handle(deleteCsv, async ({ viewer, params }) => {
    await csvFiles.remove(viewer, params.csvId)
    return {}
  }),
  handle(changeInputTableRows, ({ viewer, params, body, request }) =>
    inputTables.change(viewer, params.workbookId, params.elementId, body, request.signal),
  ),
  handle(listInputRowHistory, ({ viewer, params, paged }) =>
    paged((window) => inputTables.history(viewer, params, window)),
  ),
]
