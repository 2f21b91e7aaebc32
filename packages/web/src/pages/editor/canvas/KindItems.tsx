import { mayChangeKind } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useEditor, useEditorState } from '../../../editor/index.ts'
import { applyKind } from '../../../elements/apply-kind.ts'
import { chartKinds } from '../../../elements/chart-kinds.ts'
import { MenuItem, Submenu } from '../../../ui/index.ts'
import { useActions } from '../actions-context.ts'
import { kindWord } from '../editor-steps.ts'

const kinds = ['table', ...chartKinds] as const

/** The kinds to which a table, chart, KPI, map or pivot table can be changed, with the same source and columns. */
export function KindItems({ elementId }: { elementId: string }) {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const actions = useActions()
  const present = useEditorState(({ document }) => document.elements[elementId]?.kind)
  const isFree = useEditorState(({ document }) => mayChangeKind(document, elementId))
  if (editor.isDataModel || !kinds.some((kind) => kind === present)) return null
  if (!isFree)
    return (
      <MenuItem isDisabled onSelect={() => undefined}>
        {t('menu.kindOfRead')}
      </MenuItem>
    )

  function change(kind: string) {
    const word = t('word.kind', { name: actions.nameOf(elementId), kind: kindWord(t, kind) })
    applyKind(editor, elementId, kind, word)
  }

  return (
    <Submenu label={t('menu.changeKind')}>
      {kinds
        .filter((kind) => kind !== present)
        .map((kind) => (
          <MenuItem key={kind} onSelect={() => change(kind)}>
            {kindWord(t, kind)}
          </MenuItem>
        ))}
    </Submenu>
  )
}
