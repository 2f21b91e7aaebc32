import type { Upload } from '@octavo/core/contract'
import { printReference } from '@octavo/core/formula'
import { UploadWizard } from '../uploads/UploadWizard.tsx'
import { useNewWorkbook } from './new-workbook.ts'

/** Uploads a file and opens a new workbook with its rows as a table. */
export function UploadDialog({ onClose }: { onClose: () => void }) {
  const { createWith } = useNewWorkbook()
  return (
    <UploadWizard
      onClose={onClose}
      onDone={async (table) => {
        onClose()
        await createWith(table.name, [pageWith(table)])
      }}
    />
  )
}

/** A page with one table that has every column of the file. */
function pageWith({ name, connectionId, uploadId, columns }: Upload) {
  return {
    id: 'data',
    name,
    elements: [
      {
        id: 'rows',
        kind: 'table',
        name,
        source: { kind: 'csv-table', connectionId, inodeId: uploadId },
        columns: columns.map((column, at) => ({ id: `c${at}`, formula: printReference([name, column.name]) })),
      },
    ],
  }
}
