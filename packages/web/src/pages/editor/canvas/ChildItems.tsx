import { useTranslation } from 'react-i18next'
import { useEditor, useEditorState } from '../../../editor/index.ts'
import { MenuItem } from '../../../ui/index.ts'
import { useMay } from '../../data/people.ts'
import { useActions } from '../actions-context.ts'
import { addChild, childKinds } from './add-child.ts'

/** The kinds that a child of an element may be. */
export function ChildItems({ elementId }: { elementId: string }) {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const actions = useActions()
  const may = useMay()
  const isTable = useEditorState(({ document }) => document.elements[elementId]?.kind === 'table')
  const canLink = isTable && !editor.isView && may('create-input-tables')
  const name = t('child.input-table')
  return (
    <>
      {childKinds.map((kind) => (
        <MenuItem key={kind} onSelect={() => addChild(editor, elementId, kind, t)}>
          {t(`child.${kind}`)}
        </MenuItem>
      ))}
      {canLink && (
        <MenuItem onSelect={() => actions.add({ kind: 'input-table', fields: {}, name, linkedTo: elementId })}>
          {name}
        </MenuItem>
      )}
    </>
  )
}
