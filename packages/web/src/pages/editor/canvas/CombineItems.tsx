import { useTranslation } from 'react-i18next'
import { useEditorState } from '../../../editor/index.ts'
import { MenuItem } from '../../../ui/index.ts'
import { useActions } from '../actions-context.ts'
import { canChangeSource, combinePlan } from '../join/join-plan.ts'

/** Commands that change an element's source, combine its source with others, or edit such a combination. */
export function CombineItems({ elementId }: { elementId: string }) {
  const { t } = useTranslation('editor')
  const actions = useActions()
  const join = useEditorState(({ document }) => combinePlan(document, elementId, 'join'))
  const union = useEditorState(({ document }) => combinePlan(document, elementId, 'union'))
  const transpose = useEditorState(({ document }) => combinePlan(document, elementId, 'transpose'))
  const hasSource = useEditorState(({ document }) => canChangeSource(document, elementId))
  return (
    <>
      {hasSource && (
        <MenuItem onSelect={() => actions.openDialog('source', elementId)}>{t('menu.changeSource')}</MenuItem>
      )}
      {join && (
        <MenuItem onSelect={() => actions.openDialog('join', elementId)}>
          {t(join === 'edit' ? 'menu.editJoin' : 'menu.join')}
        </MenuItem>
      )}
      {union && (
        <MenuItem onSelect={() => actions.openDialog('union', elementId)}>
          {t(union === 'edit' ? 'menu.editUnion' : 'menu.union')}
        </MenuItem>
      )}
      {transpose && (
        <MenuItem onSelect={() => actions.openDialog('transpose', elementId)}>
          {t(transpose === 'edit' ? 'menu.editTranspose' : 'menu.transpose')}
        </MenuItem>
      )}
    </>
  )
}
