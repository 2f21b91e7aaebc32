import { type BaseElement, contextMenuOf, leavesOf, selectableColumns } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useEditorState } from '../../editor/index.ts'
import { ActionList } from './ActionsPanel.tsx'
import { useActionEdits } from './use-action-edits.ts'
import '../../i18n/actions.ts'

/** What the items do that the author has added to the menu of the cells or marks of an element. */
export function MenuActionsPanel({ element }: { element: BaseElement }) {
  const words = useTranslation('actions').t
  const onChange = useActionEdits(element)
  const document = useEditorState((state) => state.document)
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
      onChange={onChange}
    />
  ))
}
