import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { DraftEditor, StepOutcome } from '../../editor/index.ts'
import { notify } from '../../ui/index.ts'

/** Undo and redo with words about what stood in the way. */
export function useUndo(editor: DraftEditor) {
  const { t } = useTranslation('editor')
  return useMemo(() => {
    function report(outcome: StepOutcome | null, anyway: () => StepOutcome | null) {
      if (!outcome || outcome.isDone) return
      notify({
        title: t('notUndone', { word: outcome.word }),
        text: t('notUndoneText', { name: nameOf(editor, outcome.by) ?? t('somebody') }),
        tone: 'danger',
        action: { label: t('undoAnyway'), run: () => void anyway() },
      })
    }
    return {
      undo: () => report(editor.undo(), () => editor.undo({ anyway: true })),
      redo: () => report(editor.redo(), () => editor.redo({ anyway: true })),
    }
  }, [editor, t])
}

/** The name of a member who has the draft open too. */
export function nameOf(editor: DraftEditor, memberId: string | undefined): string | undefined {
  return editor.state.others.find((other) => other.memberId === memberId)?.name
}
