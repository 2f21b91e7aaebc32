import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { explain } from '../../../explain.ts'
import { Select } from '../../../forms/index.ts'
import { Button, notify, Upload } from '../../../ui/index.ts'
import type { PickedSource } from './SourcePicker.tsx'
import { useConnections } from './source-entries.ts'
import { uploadCsv } from './upload-csv.ts'

/** Chooses a CSV file and the connection that stores it. */
export function CsvUpload({ onUploaded }: { onUploaded: (picked: PickedSource) => void }) {
  const { t } = useTranslation('formulas')
  const { data: connections = [] } = useConnections()
  const [wanted, setWanted] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const connectionId = wanted ?? connections[0]?.connectionId

  async function upload(file: File | undefined) {
    if (!file || connectionId === undefined) return
    setBusy(true)
    try {
      onUploaded(await uploadCsv(file, connectionId))
    } catch (error) {
      const { message, hint } = explain(error)
      notify({ title: t('picker.uploadFailed'), text: [message, hint].filter(Boolean).join(' '), tone: 'danger' })
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="flex items-center gap-2">
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
        aria-label={t('picker.upload')}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => void upload(event.target.files?.[0])}
      />
      <Button
        icon={Upload}
        isBusy={isBusy}
        disabled={connectionId === undefined}
        onClick={() => input.current?.click()}
      >
        {t('picker.upload')}
      </Button>
      {connections.length > 1 && connectionId !== undefined && (
        <Select
          label={t('picker.uploadTo')}
          value={connectionId}
          options={connections.map((each) => ({ value: each.connectionId, label: each.name }))}
          onChange={setWanted}
        />
      )}
    </div>
  )
}
