import type { Upload } from '@octavo/core/contract'
import type { DragEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '../../forms/index.ts'
import { buttonLook, Progress, Upload as UploadIcon } from '../../ui/index.ts'
import { uploadEndings } from './upload-files.ts'

interface FileFieldProps {
  /** The chosen file, when it is not uploaded immediately. */
  file?: File | undefined
  onFile: (file: File) => void
  hint?: string
  /** Endings of the files that can be chosen. */
  accept?: string
}

/** A field for a file, which is chosen or dropped. */
export function FileField({ file, onFile, hint, accept = uploadEndings }: FileFieldProps) {
  const { t } = useTranslation('uploads')
  const take = (taken: File | undefined) => taken && onFile(taken)
  return (
    <Field label={t('file')} hint={hint ?? t('fileHint')}>
      {(field) => (
        <label
          className="flex flex-col items-center gap-2 rounded-md border border-dashed border-field-line px-4 py-6 text-center text-muted"
          onDragOver={(event: DragEvent) => event.preventDefault()}
          onDrop={(event: DragEvent) => {
            event.preventDefault()
            // The editor behind the dialog accepts dropped files too.
            event.stopPropagation()
            take(event.dataTransfer.files[0])
          }}
        >
          <UploadIcon className="text-faint" />
          {file ? (
            <span className="max-w-full truncate text-text" data-chosen-file>
              {file.name}
            </span>
          ) : (
            <span>{t('drop')}</span>
          )}
          <span
            className={`${buttonLook()} cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-focus`}
          >
            {t(file ? 'another' : 'choose')}
            <input
              {...field}
              type="file"
              accept={accept}
              className="sr-only"
              onChange={(event) => take(event.target.files?.[0])}
            />
          </span>
        </label>
      )}
    </Field>
  )
}

/** Upload progress; the progress of reading the file is unknown. */
export function Sending({ fileName, progress }: { fileName: string; progress: Upload | null }) {
  const { t } = useTranslation('uploads')
  const { state, sizeBytes = 0, announcedBytes = 0 } = progress ?? {}
  const isReading = state === 'reading' || announcedBytes === 0
  const percent = announcedBytes === 0 ? 0 : Math.min(100, Math.floor((100 * sizeBytes) / announcedBytes))
  return (
    <Progress
      label={t(state === 'reading' ? 'reading' : 'sending', { name: fileName })}
      value={isReading ? null : sizeBytes}
      max={Math.max(1, announcedBytes)}
      text={isReading ? '' : t('percent', { percent })}
    />
  )
}
