import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addElement, type NewElement, useEditor } from '../../../editor/index.ts'
import { notify } from '../../../ui/index.ts'
import { isUploadable } from '../../uploads/upload-files.ts'
import { LazyUploadWizard } from './lazy-upload-wizard.ts'
import { uploadedTable } from './uploaded-table.ts'
import '../../../i18n/formulas.ts'

interface Wanted {
  file: File | undefined
  at: NewElement['at'] | undefined
}

/** Uploads a file and adds a table with its rows. The caller draws `dialog`. */
export function useFileTable(): { open: (file?: File, at?: NewElement['at']) => void; dialog: ReactNode } {
  const { t } = useTranslation('formulas')
  const words = useTranslation('editor').t
  const editor = useEditor()
  const [wanted, setWanted] = useState<Wanted>()
  const close = () => setWanted(undefined)
  return {
    open(file, at) {
      if (file === undefined || isUploadable(file)) setWanted({ file, at })
      else notify({ title: t('picker.noTable', { name: file.name }), text: t('picker.noTableText'), tone: 'danger' })
    },
    dialog: wanted && (
      <Suspense>
        <LazyUploadWizard
          {...(wanted.file ? { file: wanted.file } : {})}
          onClose={close}
          onDone={(upload) => {
            const { source, columns, name } = uploadedTable(upload)
            const place = wanted.at ? { at: wanted.at } : {}
            addElement(
              editor,
              { kind: 'table', fields: { source, columns, name }, ...place },
              words('word.add', { kind: name ?? '' }),
            )
            close()
          }}
        />
      </Suspense>
    ),
  }
}
