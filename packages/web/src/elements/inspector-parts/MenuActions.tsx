import {
  type BaseElement,
  contextMenuOf,
  elementLabel,
  leavesOf,
  selectableColumns,
  setElementField,
} from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useEditor, useEditorState } from '../../editor/index.ts'
import { ActionList } from './ActionsPanel.tsx'
import '../../i18n/actions.ts'

/** What the items do that the author has added to the menu of the cells or marks of an element. */
export function MenuActionsPanel({ element }: { element: BaseElement }) {
  const { t } = useTranslation('editor')
  const words = useTranslation('actions').t
  const editor = useEditor()
  const document = useEditorState((state) => state.document)
  const name = elementLabel(element, t(`kind.${element.kind as 'text'}`))
  const items = leavesOf(contextMenuOf(element))
  if (items.length === 0) return <p className="px-4 py-3 text-xs text-muted">{words('menu.noItems')}</p>
  return items.map((item) => (
    <ActionList
      key={item.id}
      title={words('menu.onItem', { name: item.name })}
      trigger="on-context-menu"
      itemId={item.id}
      columns={selectableColumns(document, element.id)}
      actions={element.actions}
      onChange={(next) => {
        const edits = setElementField(editor.state.document, element.id, ['actions'], next)
        editor.apply(t('word.actions', { name }), edits, { gather: `${element.id} actions` })
      }}
    />
  ))
}
