import { useTranslation } from 'react-i18next'
import { useEditor, useEditorState } from '../../../editor/index.ts'
import { applyKind } from '../../../elements/apply-kind.ts'
import { chartKinds } from '../../../elements/chart-kinds.ts'
import { MenuItem, Submenu } from '../../../ui/index.ts'
import { useActions } from '../actions-context.ts'
import { kindWord } from '../editor-actions.ts'

/** The other kinds that a chart, figure, map or pivot table may become, with the same source and columns. */
export function KindItems({ elementId }: { elementId: string }) {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const actions = useActions()
  const present = useEditorState(({ document }) => document.elements[elementId]?.kind)
  if (!chartKinds.some((kind) => kind === present)) return null

  function change(kind: string) {
    const word = t('word.kind', { name: actions.nameOf(elementId), kind: kindWord(t, kind) })
    applyKind(editor, elementId, kind, word)
  }

  return (
    <Submenu label={t('menu.changeKind')}>
      {chartKinds
        .filter((kind) => kind !== present)
        .map((kind) => (
          <MenuItem key={kind} onSelect={() => change(kind)}>
            {kindWord(t, kind)}
          </MenuItem>
        ))}
    </Submenu>
  )
}
