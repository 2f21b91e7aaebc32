import { useTranslation } from 'react-i18next'
import { useEditorState } from '../../editor/index.ts'
import { IconButton, Redo, Undo } from '../../ui/index.ts'
import { useActions } from './actions-context.ts'
import { FormulaBar } from './data/FormulaBar.tsx'

/** Undo and redo, and the formula of what is selected. */
export function FormulaRow() {
  const { t } = useTranslation('editor')
  const actions = useActions()
  const undoWord = useEditorState((state) => state.undoWords.at(-1))
  const redoWord = useEditorState((state) => state.redoWords.at(-1))
  return (
    <div data-region className="flex min-h-10 shrink-0 items-stretch border-b border-line bg-surface">
      <div className="flex items-center gap-0.5 px-2">
        <IconButton
          label={undoWord === undefined ? t('undo') : t('undoWord', { word: undoWord })}
          aria-label={t('undo')}
          icon={Undo}
          shortcut="Ctrl+Z"
          disabled={undoWord === undefined}
          onClick={() => actions.undo()}
        />
        <IconButton
          label={redoWord === undefined ? t('redo') : t('redoWord', { word: redoWord })}
          aria-label={t('redo')}
          icon={Redo}
          shortcut="Ctrl+Shift+Z"
          disabled={redoWord === undefined}
          onClick={() => actions.redo()}
        />
      </div>
      <div className="min-w-0 grow border-l border-line">
        <FormulaBar />
      </div>
    </div>
  )
}
