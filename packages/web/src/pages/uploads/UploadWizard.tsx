import type { Connection, Upload } from '@octavo/core/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field, Remark, Select, TextField } from '../../forms/index.ts'
import { Button } from '../../ui/index.ts'
import { listAll } from '../data/list-all.ts'
import { useAction } from '../data/use-action.ts'
import { FormDialog } from '../frame/dialogs.tsx'
import { FileField, Sending } from './FileField.tsx'
import { UploadPreview } from './UploadPreview.tsx'
import { importFile } from './upload-files.ts'
import { useUpload } from './use-upload.ts'
import '../../i18n/uploads.ts'

interface UploadWizardProps {
  /** A file that was already chosen or dropped. */
  file?: File
  /** Uses the uploaded table; the dialog stays busy until the promise settles. */
  onDone: (table: Upload) => Promise<void> | void
  onClose: () => void
}

/** Uploads a file in steps: choose it, check the first rows and the types of its columns, create a table. */
export function UploadWizard({ file: given, onDone, onClose }: UploadWizardProps) {
  const { t } = useTranslation('uploads')
  const [wanted, setWanted] = useState('')
  const [name, setName] = useState<string>()
  const [types, setTypes] = useState<ReadonlyMap<string, string>>(new Map())
  const { stage, send, again, imported } = useUpload()
  const connections = useQuery({
    queryKey: ['connections', 'for-upload'],
    queryFn: ({ signal }) => listAll<Connection>('/v2/connections', { signal }),
  })
  const entries = connections.data?.entries ?? []
  // Large tables are stored by the embedded engine.
  const usual = entries.find(({ type }) => type === 'duckdb') ?? entries[0]
  const connectionId = wanted || (usual?.connectionId ?? '')
  const connectionName = entries.find((entry) => entry.connectionId === connectionId)?.name ?? ''
  const sending = useAction(async (file: File) => {
    setName(undefined)
    setTypes(new Map())
    await send(connectionId, file)
  })
  const begin = useRef(given)
  useEffect(() => {
    if (begin.current === undefined || connectionId === '') return
    const file = begin.current
    begin.current = undefined
    sending.run(file)
  })
  const upload = stage.kind === 'preview' ? stage.upload : undefined
  const title = (name ?? upload?.name ?? '').trim()
  const making = useAction(async () => {
    if (!upload) return
    const columns = [...types].map(([column, type]) => ({ name: column, type }))
    const table = await importFile(upload, { name: title, columns })
    imported()
    await onDone(table)
  })
  const isChoosing = stage.kind === 'choosing'
  return (
    <FormDialog
      title={t('title')}
      submit={t('create')}
      size={upload ? 'wide' : 'form'}
      action={{ ...making, failure: making.failure ?? sending.failure }}
      isReady={upload !== undefined && title !== ''}
      beside={upload && <Button onClick={again}>{t('another')}</Button>}
      onClose={onClose}
    >
      {isChoosing && connections.data && usual === undefined && <Remark tone="warning">{t('noConnection')}</Remark>}
      {isChoosing && <FileField onFile={(file) => sending.run(file)} />}
      {isChoosing && entries.length > 1 && (
        <Field label={t('connection')}>
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
      {stage.kind === 'sending' && <Sending fileName={stage.fileName} progress={stage.progress} />}
      {upload && (
        <>
          <TextField label={t('name')} hint={t('nameHint')} value={name ?? upload.name} onChange={setName} />
          <p className="text-muted" data-upload-place={upload.place}>
            {t(`places.${upload.place}`, { connection: connectionName, schema: upload.writeSchema })}
          </p>
          <p className="text-muted">{t('rows', { count: upload.rows, columns: upload.columns.length })}</p>
          <UploadPreview
            upload={upload}
            types={types}
            onType={(column, type) => setTypes((old) => new Map(old).set(column, type))}
          />
        </>
      )}
    </FormDialog>
  )
}
