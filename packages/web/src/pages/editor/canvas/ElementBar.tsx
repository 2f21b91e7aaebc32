import { useTranslation } from 'react-i18next'
import { useEditorState } from '../../../editor/index.ts'
import { AlignStartVertical, Group, Toolbar, ToolbarButton, ToolbarItem, Ungroup } from '../../../forms/index.ts'
import { Copy, Ellipsis, Folder, Menu, Trash } from '../../../ui/index.ts'
import { useActions } from '../actions-context.ts'
import { AlignItems } from './AlignItems.tsx'
import { ChildMenu } from './ChildMenu.tsx'
import { LazyElementMenu } from './LazyElementMenu.tsx'

/** What is used most, over the upper right corner of the selection. */
export function ElementBar({ box }: { box: { left: number; top: number; width: number } }) {
  const { t } = useTranslation('editor')
  const actions = useActions()
  const count = useEditorState((state) => state.selection.elementIds.length)
  const isContainer = useEditorState(({ selection, document }) =>
    ['container', 'tabbed-container'].includes(document.elements[selection.elementIds[0] ?? '']?.kind ?? ''),
  )
  const parentId = useEditorState(({ selection, document }) => {
    const [id = ''] = selection.elementIds
    return ['table', 'input-table', 'pivot-table'].includes(document.elements[id]?.kind ?? '') ? id : undefined
  })
  return (
    <div
      data-frame="bar"
      className="absolute z-(--z-canvas)"
      style={{ right: `calc(100% - ${box.left + box.width}px)`, top: Math.max(4, box.top - 40) }}
    >
      <Toolbar label={t('canvas.bar')} isFloating>
        {count > 1 && (
          <>
            <ToolbarButton label={t('menu.group')} icon={Group} shortcut="Ctrl+G" onPress={() => actions.group()} />
            <ToolbarButton
              label={t('menu.groupTabs')}
              icon={Folder}
              onPress={() => actions.group('tabbed-container')}
            />
            <Menu
              label={t('menu.align')}
              hasTooltip
              triggerClass="grid size-7 place-items-center rounded-md text-muted hover:bg-hover hover:text-ink"
              trigger={<AlignStartVertical className="size-4" />}
            >
              <AlignItems />
            </Menu>
          </>
        )}
        {count === 1 && parentId !== undefined && (
          <ToolbarItem>
            <div>
              <ChildMenu elementId={parentId} />
            </div>
          </ToolbarItem>
        )}
        {count === 1 && isContainer && (
          <ToolbarButton label={t('menu.ungroup')} icon={Ungroup} onPress={() => actions.ungroup()} />
        )}
        <ToolbarButton label={t('menu.duplicate')} icon={Copy} shortcut="Ctrl+D" onPress={() => actions.duplicate()} />
        <ToolbarButton label={t('menu.remove')} icon={Trash} shortcut="Del" onPress={() => void actions.remove()} />
        <ToolbarItem>
          <div>
            <Menu
              label={t('menu.more')}
              hasTooltip
              triggerClass="grid size-7 place-items-center rounded-md text-muted hover:bg-hover hover:text-ink"
              trigger={<Ellipsis className="size-4" />}
            >
              <LazyElementMenu />
            </Menu>
          </div>
        </ToolbarItem>
      </Toolbar>
    </div>
  )
}
