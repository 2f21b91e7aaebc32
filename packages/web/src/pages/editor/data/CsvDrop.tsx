import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { addElement, useEditor } from '../../../editor/index.ts'
import { explain } from '../../../explain.ts'
import { notify } from '../../../ui/index.ts'
import { listConnections } from './source-entries.ts'
import { uploadCsv } from './upload-csv.ts'
import '../../../i18n/columns.ts'
import '../../../i18n/formulas.ts'

/** A CSV file that is dropped anywhere on the editor becomes a table. */
export function CsvDrop() {
  const { t } = useTranslation('formulas')
  const words = useTranslation('editor').t
  const editor = useEditor()
  const latest = useRef<(file: File) => Promise<void>>(undefined)
  latest.current = async (file) => {
    try {
      const [connection] = await listConnections()
      if (!connection) {
        notify({ title: t('picker.noConnection'), tone: 'danger' })
        return
      }
      const { source, columns, name } = await uploadCsv(file, connection.connectionId)
      addElement(editor, { kind: 'table', fields: { source, columns, name } }, words('word.add', { kind: name ?? '' }))
    } catch (error) {
      const { message, hint } = explain(error)
      notify({ title: t('picker.uploadFailed'), text: [message, hint].filter(Boolean).join(' '), tone: 'danger' })
    }
  }
  useEffect(() => {
    const fileOf = (event: DragEvent) =>
      [...(event.dataTransfer?.files ?? [])].find(({ name, type }) => /\.csv$/i.test(name) || type === 'text/csv')
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const onDragOver = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault()
    }
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      const file = fileOf(event)
      if (file) void latest.current?.(file)
    }
    addEventListener('dragover', onDragOver)
    addEventListener('drop', onDrop)
    return () => {
      removeEventListener('dragover', onDragOver)
      removeEventListener('drop', onDrop)
    }
  }, [])
  return null
}
