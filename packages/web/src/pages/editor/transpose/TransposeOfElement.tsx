import { useTranslation } from 'react-i18next'
import { addElement, useEditor } from '../../../editor/index.ts'
import { changeSourceEdits } from '../data/change-source.ts'
import { combinePlan } from '../join/join-plan.ts'
import { TransposeDialog } from './TransposeDialog.tsx'

interface TransposeOfElementProps {
  elementId: string
  name: string
  onClose: () => void
}

/** Creates a transposed table beside an element, or changes the transpose that it has: one step of undo. */
export function TransposeOfElement({ elementId, name, onClose }: TransposeOfElementProps) {
  const { t } = useTranslation('transpose')
  const editor = useEditor()
  return (
    <TransposeDialog
      start={{ kind: 'element', elementId }}
      onClose={onClose}
      onDone={({ source, columns, lost, name: made }) => {
        if (combinePlan(editor.state.document, elementId, 'transpose') === 'edit') {
          const edits = changeSourceEdits(editor.state.document, elementId, { source, added: columns, lost })
          if (edits.length > 0) editor.apply(t('editWord', { name }), edits)
        } else addElement(editor, { kind: 'table', fields: { source, columns, name: made } }, t('word', { name }))
        onClose()
      }}
    />
  )
}
