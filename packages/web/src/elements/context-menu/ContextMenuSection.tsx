import {
  addContextMenuItem,
  type BaseElement,
  type ContextMenuItem,
  contextMenuOf,
  removeContextMenuItem,
  renameContextMenuItem,
} from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { newId, useEditor } from '../../editor/index.ts'
import { InspectorSection } from '../../forms/index.ts'
import { IconButton, Plus, Trash } from '../../ui/index.ts'
import { Line } from '../effects/editing/fields.tsx'
import '../../i18n/actions.ts'

/** The items that readers find in the menu of the cells or marks of an element; each can hold items of its own. */
export function ContextMenuSection({ element }: { element: BaseElement }) {
  const { t } = useTranslation('actions')
  const editor = useEditor()
  const items = contextMenuOf(element)
  const add = (parentId?: string) => {
    const item = { id: newId(), name: t('menu.newItem') }
    editor.apply(t('menu.word'), addContextMenuItem(editor.state.document, element.id, item, parentId))
  }
  return (
    <InspectorSection
      title={t('menu.title')}
      storageKey="context menu"
      onAdd={{ label: t('menu.add'), run: () => add() }}
    >
      {items.length === 0 && <p className="text-xs text-muted">{t('menu.none')}</p>}
      <ul className="flex flex-col gap-1.5">
        {items.map((item) => (
          <li key={item.id} className="flex flex-col gap-1.5">
            <ItemRow element={element} item={item} onAdd={() => add(item.id)} />
            {item.items && (
              <ul className="flex flex-col gap-1.5 border-l border-line pl-3">
                {item.items.map((inner) => (
                  <li key={inner.id}>
                    <ItemRow element={element} item={inner} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
      {items.length > 0 && <p className="text-xs text-muted">{t('menu.hint')}</p>}
    </InspectorSection>
  )
}

interface ItemRowProps {
  element: BaseElement
  item: ContextMenuItem
  /** Absent for an item inside another. */
  onAdd?: () => void
}

function ItemRow({ element, item: { id, name }, onAdd }: ItemRowProps) {
  const { t } = useTranslation('actions')
  const editor = useEditor()
  return (
    <span className="flex items-center gap-1">
      <Line
        label={t('menu.name')}
        value={name}
        onChange={(next) =>
          editor.apply(t('menu.word'), renameContextMenuItem(editor.state.document, element.id, id, next), {
            gather: `${element.id} menu ${id}`,
          })
        }
      />
      {onAdd && <IconButton label={t('menu.addBelow', { name })} icon={Plus} size="small" onClick={onAdd} />}
      <IconButton
        label={t('menu.remove', { name })}
        icon={Trash}
        size="small"
        onClick={() => editor.apply(t('menu.word'), removeContextMenuItem(editor.state.document, element.id, id))}
      />
    </span>
  )
}
