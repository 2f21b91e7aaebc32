import { useTranslation } from 'react-i18next'
import { addElement, useEditor } from '../../../editor/index.ts'
import { changeSourceEdits } from '../data/change-source.ts'
import { combinePlan } from '../join/join-plan.ts'
import { UnionDialog } from './UnionDialog.tsx'

interface UnionOfElementProps {
  elementId: string
  name: string
  onClose: () => void
}

/** Appends rows of other sources to an element, or changes its union, in one step of undo. */
export function UnionOfElement({ elementId, name, onClose }: UnionOfElementProps) {
  const { t } = useTranslation('union')
  const editor = useEditor()
  return (
    <UnionDialog
      start={{ kind: 'element', elementId }}
      onClose={onClose}
      onDone={({ source, columns, lost, formulas, name: made }) => {
        const plan = combinePlan(editor.state.document, elementId, 'union')
        if (plan === 'beside') {
          addElement(editor, { kind: 'table', fields: { source, columns, name: made } }, t('word', { name }))
        } else {
          const change = { source, added: columns, lost, ...(formulas ? { formulas } : {}) }
          const edits = changeSourceEdits(editor.state.document, elementId, change)
          if (edits.length > 0) editor.apply(t(plan === 'edit' ? 'editWord' : 'word', { name }), edits)
        }
        onClose()
      }}
    />
  )
}
