import { useTranslation } from 'react-i18next'
import { addElement, useEditor } from '../../../editor/index.ts'
import { JoinDialog } from './JoinDialog.tsx'
import { joinPlan } from './join-plan.ts'
import { changeJoinEdits } from './join-source.ts'

interface JoinOfElementProps {
  elementId: string
  name: string
  onClose: () => void
}

/** Joins a source to what an element reads, or changes the join that it has: one step of undo. */
export function JoinOfElement({ elementId, name, onClose }: JoinOfElementProps) {
  const { t } = useTranslation('join')
  const editor = useEditor()
  return (
    <JoinDialog
      start={{ kind: 'element', elementId }}
      onClose={onClose}
      onDone={({ source, columns, gone, name: made }) => {
        const plan = joinPlan(editor.state.document, elementId)
        if (plan === 'beside') {
          addElement(editor, { kind: 'table', fields: { source, columns, name: made } }, t('word', { name: made }))
        } else {
          const edits = changeJoinEdits(editor.state.document, elementId, { source, added: columns, gone })
          const word = source.kind !== 'join' ? 'outWord' : plan === 'edit' ? 'editWord' : 'word'
          if (edits.length > 0) editor.apply(t(word, { name }), edits)
        }
        onClose()
      }}
    />
  )
}
