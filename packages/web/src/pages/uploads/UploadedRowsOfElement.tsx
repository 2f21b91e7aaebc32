import { findElement, isDataElement } from '@octavo/core/document'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditorState, useOpenPage } from '../../editor/index.ts'
import { notify } from '../../ui/index.ts'
import { useAction } from '../data/use-action.ts'
import { FormDialog } from '../frame/dialogs.tsx'
import { Loaded } from '../frame/Page.tsx'
import { FileField, Sending } from './FileField.tsx'
import { readUpload, sendRows, type UploadedTable, withProgress } from './upload-files.ts'
import '../../i18n/uploads.ts'

interface UploadedRowsOfElementProps {
  elementId: string
  name: string
  onClose: () => void
}

/** Replaces the rows of the uploaded table that an element reads, or appends to them, from another file. */
export function UploadedRowsOfElement({ elementId, ...rest }: UploadedRowsOfElementProps) {
  const source = useEditorState(({ document }) => {
    const element = findElement(document, elementId)
    return element && isDataElement(element) ? element.source : undefined
  })
  if (source?.kind !== 'csv-table') return null
  const table = { connectionId: source.connectionId, uploadId: source.inodeId }
  return <UploadedRows table={table} elementId={elementId} {...rest} />
}

const ways = ['replace', 'append'] as const
type Way = (typeof ways)[number]

function UploadedRows({ table, elementId, name, onClose }: UploadedRowsOfElementProps & { table: UploadedTable }) {
  const { t } = useTranslation('uploads')
  const { data } = useOpenPage()
  const [way, setWay] = useState<Way>('replace')
  const [file, setFile] = useState<File>()
  const [progress, setProgress] = useState<Parameters<typeof Sending>[0]['progress']>(null)
  const controller = useRef(new AbortController())
  useEffect(() => {
    const { current } = controller
    return () => current.abort()
  }, [])
  const upload = useQuery({
    queryKey: ['uploads', table.uploadId],
    queryFn: ({ signal }) => readUpload(table, signal),
    gcTime: 0,
    retry: false,
  })
  const send = useAction(async () => {
    if (!file) return
    const { signal } = controller.current
    const sending = sendRows(table, way, file, signal)
    const { rows } = await withProgress(table.connectionId, signal, setProgress, sending)
    notify({ title: t('rowsDone', { name, count: rows }), tone: 'done' })
    data.refresh([elementId])
    onClose()
  })
  return (
    <FormDialog
      title={t('rowsOf', { name })}
      submit={t(`ways.${way}`)}
      action={send}
      isReady={file !== undefined && upload.data !== undefined}
      onClose={onClose}
    >
      <Loaded query={upload} title={t('notYours')}>
        {({ rows }) => (
          <>
            <p className="text-muted">{t('rowsNow', { count: rows })}</p>
            <Ways way={way} onWay={setWay} />
            {send.isBusy && file ? (
              <Sending fileName={file.name} progress={progress} />
            ) : (
              <FileField file={file} onFile={setFile} />
            )}
          </>
        )}
      </Loaded>
    </FormDialog>
  )
}

function Ways({ way, onWay }: { way: Way; onWay: (way: Way) => void }) {
  const { t } = useTranslation('uploads')
  const group = useId()
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1 text-xs font-medium text-muted">{t('way')}</legend>
      {ways.map((each) => (
        <label key={each} className="flex items-start gap-2">
          <input
            type="radio"
            className="mt-1 accent-accent"
            name={group}
            checked={way === each}
            onChange={() => onWay(each)}
          />
          <span>
            {t(`ways.${each}`)}
            <span className="block text-xs text-muted">{t(`wayTexts.${each}`)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
