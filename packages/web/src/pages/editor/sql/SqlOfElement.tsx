import { applyEdits } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { newId, useEditor } from '../../../editor/index.ts'
import { SqlDialog } from './SqlDialog.tsx'
import { changeSqlEdits, controlEdits } from './sql-element.ts'

interface SqlOfElementProps {
  elementId: string
  name: string
  onClose: () => void
}

/** Changes the statement of an element: one step of undo. */
export function SqlOfElement({ elementId, name, onClose }: SqlOfElementProps) {
  const { t } = useTranslation('sql')
  const editor = useEditor()
  return (
    <SqlDialog
      elementId={elementId}
      onClose={onClose}
      onDone={({ source, before, columns, controls }) => {
        const made = controlEdits(editor.state, controls, newId)
        const document = applyEdits(editor.state.document, made).document
        const edits = changeSqlEdits(document, elementId, source, { before, after: columns }, newId)
        editor.apply(t('word', { name }), [...made, ...edits])
        onClose()
      }}
    />
  )
}
