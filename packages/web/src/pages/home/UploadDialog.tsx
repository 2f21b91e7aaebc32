import type { Connection, CsvFile } from '@octavo/core/contract'
import { useQuery } from '@tanstack/react-query'
import { type DragEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { Field, Select } from '../../forms/index.ts'
import { buttonLook, Upload } from '../../ui/index.ts'
import { listAll } from '../data/list-all.ts'
import { textOfFile } from '../data/text-of-file.ts'
import { useDeed } from '../data/use-deed.ts'
import { FormDialog } from '../frame/dialogs.tsx'
import { useNewWorkbook } from './new-workbook.ts'

/** As much as the server accepts in one upload. */
const largestBytes = 8 * 1024 * 1024

/** Uploads a CSV file to a connection and opens a new workbook with its rows as a table. */
export function UploadDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('organization')
  const [file, setFile] = useState<File>()
  const [wanted, setWanted] = useState('')
  const { createWith } = useNewWorkbook()
  const connections = useQuery({
    queryKey: ['connections', 'for-upload'],
    queryFn: ({ signal }) => listAll<Connection>('/v2/connections', { signal }),
  })
  const entries = connections.data?.entries ?? []
  const connectionId = wanted || (entries[0]?.connectionId ?? '')
  const tooLarge = file && file.size > largestBytes ? t('newDocument.tooLarge', { name: file.name }) : undefined
  const deed = useDeed(async () => {
    if (!file) return
    const name = file.name.replace(/\.[^.]+$/, '')
    const csv = await textOfFile(file)
    const made = await call<CsvFile>(`/v2/connections/${connectionId}/csv`, { method: 'POST', body: { name, csv } })
    onClose()
    await createWith({ name, contents: contentsWith(made, name) })
  })
  return (
    <FormDialog
      title={t('newDocument.upload')}
      submit={t('newDocument.uploadSubmit')}
      deed={deed}
      isReady={file !== undefined && tooLarge === undefined && connectionId !== ''}
      onClose={onClose}
    >
      <Field label={t('newDocument.file')} hint={t('newDocument.fileHint')} error={tooLarge}>
        {(field) => (
          <label
            className="flex flex-col items-center gap-2 rounded-md border border-dashed border-field-line px-4 py-6 text-center text-muted"
            onDragOver={(event: DragEvent) => event.preventDefault()}
            onDrop={(event: DragEvent) => {
              event.preventDefault()
              setFile(event.dataTransfer.files[0])
            }}
          >
            <Upload className="text-faint" />
            <span className="[overflow-wrap:anywhere]">{file?.name ?? t('newDocument.drop')}</span>
            <span
              className={`${buttonLook()} cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-focus`}
            >
              {t('newDocument.choose')}
              <input
                {...field}
                type="file"
                accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
                className="sr-only"
                onChange={(event) => setFile(event.target.files?.[0])}
              />
            </span>
          </label>
        )}
      </Field>
      {entries.length > 1 && (
        <Field label={t('newDocument.connection')}>
          {(field) => (
            <Select
              {...field}
              value={connectionId}
              onChange={setWanted}
              options={entries.map((entry) => ({ value: entry.connectionId, label: entry.name, text: entry.type }))}
            />
          )}
        </Field>
      )}
    </FormDialog>
  )
}

/** A page with one table of every column of the file. */
function contentsWith(file: CsvFile, name: string): Record<string, unknown> {
  return {
    pages: [
      {
        id: 'data',
        name,
        elements: [
          {
            id: 'rows',
            kind: 'table',
            name,
            source: { kind: 'csv-table', connectionId: file.connectionId, inodeId: file.csvId },
            columns: file.columns.map((column, at) => ({ id: `c${at}`, formula: `[${name}/${column.name}]` })),
          },
        ],
      },
    ],
  }
}
