import { useTranslation } from 'react-i18next'
import { useEditor, useEditorState } from '../../editor/index.ts'
import { Button } from '../../ui/index.ts'
import { FormulaBar } from './data/FormulaBar.tsx'
import { Redo, Undo } from './editor-icons.tsx'
import { useUndo } from './use-undo.ts'

/** Undo and redo, and the formula of what is selected. */
export function FormulaRow() {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { undo, redo } = useUndo(editor)
  const undoWord = useEditorState((state) => state.undoWords.at(-1))
  const redoWord = useEditorState((state) => state.redoWords.at(-1))
  return (
    <div className="flex min-h-10 shrink-0 items-stretch border-b border-line bg-surface">
      <div className="flex items-center gap-0.5 px-2">
        <Button
          look="quiet"
          isIcon
          aria-label={t('undo')}
          title={undoWord === undefined ? t('undo') : t('undoWord', { word: undoWord })}
          disabled={undoWord === undefined}
          onClick={undo}
        >
          <Undo className="size-4" />
        </Button>
        <Button
          look="quiet"
          isIcon
          aria-label={t('redo')}
          title={redoWord === undefined ? t('redo') : t('redoWord', { word: redoWord })}
          disabled={redoWord === undefined}
          onClick={redo}
        >
          <Redo className="size-4" />
        </Button>
      </div>
      <div className="min-w-0 grow border-l border-line">
        <FormulaBar />
      </div>
    </div>
  )
}
