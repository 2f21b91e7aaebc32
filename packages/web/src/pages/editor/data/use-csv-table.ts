import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { addElement, type NewElement, useEditor } from '../../../editor/index.ts'
import { explain } from '../../../explain.ts'
import { notify } from '../../../ui/index.ts'
import { listConnections } from './source-entries.ts'
import { uploadCsv } from './upload-csv.ts'
import '../../../i18n/formulas.ts'

/** Uploads a CSV file to the first connection that the person may use, and adds a table with its rows. */
export function useCsvTable(): (file: File, at?: NewElement['at']) => Promise<void> {
  const { t } = useTranslation('formulas')
  const words = useTranslation('editor').t
  const editor = useEditor()
  return useCallback(
    async (file, at) => {
      if (!isCsv(file)) {
        notify({ title: t('picker.notCsv', { name: file.name }), text: t('picker.notCsvText'), tone: 'danger' })
        return
      }
      const notice = notify({ title: t('picker.uploading', { name: file.name }), tone: 'busy' })
      try {
        const [connection] = await listConnections()
        if (!connection) {
          notice.change({ title: t('picker.noConnection'), tone: 'danger' })
          return
        }
        const { source, columns, name } = await uploadCsv(file, connection.connectionId)
        const table = { kind: 'table', fields: { source, columns, name }, ...(at ? { at } : {}) }
        addElement(editor, table, words('word.add', { kind: name ?? '' }))
        notice.close()
      } catch (error) {
        const { message, hint } = explain(error)
        const text = [message, hint].filter(Boolean).join(' ')
        notice.change({ title: t('picker.uploadFailed'), text, tone: 'danger' })
      }
    },
    [editor, t, words],
  )
}

function isCsv({ name, type }: File): boolean {
  return /\.(csv|tsv|txt)$/i.test(name) || type === 'text/csv' || type === 'text/tab-separated-values'
}
