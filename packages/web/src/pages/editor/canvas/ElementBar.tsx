import { columnHolder, isDataElement } from '@octavo/core/document'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditorState, useOpenPage } from '../../../editor/index.ts'
import {
  AlignStartVertical,
  GitBranch,
  Group,
  Toolbar,
  ToolbarButton,
  ToolbarItem,
  Ungroup,
} from '../../../forms/index.ts'
import { Copy, Ellipsis, Folder, Funnel, Maximize, Menu, Trash } from '../../../ui/index.ts'
import { useActions } from '../actions-context.ts'
import { AlignItems } from './AlignItems.tsx'
import { LazyChildItems, LazyElementMenu } from './LazyElementMenu.tsx'

interface Box {
  left: number
  top: number
  width: number
}

/** The most used commands, above the upper right corner of the selection. */
export function ElementBar({ box }: { box: Box }) {
  const { t } = useTranslation('editor')
  const actions = useActions()
  const count = useEditorState((state) => state.selection.elementIds.length)
  const isContainer = useEditorState(({ selection, document }) =>
    ['container', 'tabbed-container'].includes(document.elements[selection.elementIds[0] ?? '']?.kind ?? ''),
  )
  const dataId = useEditorState(({ selection, document }) => {
    const element = document.elements[selection.elementIds[0] ?? '']
    return element && isDataElement(element) ? element.id : undefined
  })
  const page = useOpenPage()
  return (
    <BarPlace box={box}>
      <Toolbar label={t('canvas.bar')} isFloating>
        {count > 1 && (
          <>
            <ToolbarButton
              label={t('menu.group')}
              icon={Group}
              shortcut="Ctrl+G"
              onPress={() => actions.layout.group()}
            />
            <ToolbarButton
              label={t('menu.groupTabs')}
              icon={Folder}
              onPress={() => actions.layout.group('tabbed-container')}
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
        {count === 1 && dataId !== undefined && (
          <>
            <FilterButton elementId={dataId} />
            <ToolbarButton
              label={t('menu.maximize')}
              icon={Maximize}
              shortcut="Space"
              onPress={() => page.state.setLook({ elementId: dataId, kind: 'large' })}
            />
          </>
        )}
        {count === 1 && dataId !== undefined && (
          <ToolbarItem>
            <div>
              <Menu
                label={t('child.menu')}
                hasTooltip
                triggerClass="grid size-7 place-items-center rounded-md text-muted hover:bg-hover hover:text-ink"
                trigger={<GitBranch className="size-4" />}
              >
                <LazyChildItems elementId={dataId} />
              </Menu>
            </div>
          </ToolbarItem>
        )}
        {count === 1 && isContainer && (
          <ToolbarButton label={t('menu.ungroup')} icon={Ungroup} onPress={() => actions.layout.ungroup()} />
        )}
        <ToolbarButton
          label={t('menu.duplicate')}
          icon={Copy}
          shortcut="Ctrl+D"
          onPress={() => actions.clipboard.duplicate()}
        />
        <ToolbarButton label={t('menu.remove')} icon={Trash} shortcut="Del" onPress={() => actions.remove()} />
        <ToolbarItem>
          <div>
            <Menu
              label={t('menu.more')}
              // Beside the button the whole height of the window is available, above or below it only a part.
              side="right"
              align="start"
              hasTooltip
              triggerClass="grid size-7 place-items-center rounded-md text-muted hover:bg-hover hover:text-ink"
              trigger={<Ellipsis className="size-4" />}
            >
              <LazyElementMenu />
            </Menu>
          </div>
        </ToolbarItem>
      </Toolbar>
    </BarPlace>
  )
}

/** Ends with the selection, but stays right of the edge of the canvas, and left of an inspector that is over the canvas. */
function BarPlace({ box, children }: { box: Box; children: ReactNode }) {
  return (
    <div
      className="pointer-events-none absolute left-1 z-(--z-canvas) flex"
      style={{ width: box.left + box.width - 4, top: Math.max(4, box.top - 40) }}
    >
      <div
        data-frame="bar"
        className="pointer-events-auto sticky right-2 ml-auto shrink-0 group-data-inspector/canvas:max-xl:right-77"
      >
        {children}
      </div>
    </div>
  )
}

/** Opens the filters of an element, and says how many are set. */
function FilterButton({ elementId }: { elementId: string }) {
  const { t } = useTranslation('editor')
  const actions = useActions()
  const count = useEditorState(
    ({ document }) =>
      columnHolder(document, elementId)?.filters?.filter(({ state }) => state !== 'disabled').length ?? 0,
  )
  return (
    <span className="relative">
      <ToolbarButton
        label={count === 0 ? t('menu.filters') : t('menu.filtersCount', { count })}
        icon={Funnel}
        shortcut="F"
        onPress={() => actions.showTab('filters')}
      />
      {count > 0 && (
        <span
          aria-hidden
          className="pointer-events-none absolute top-0 right-0 grid h-3.5 min-w-3.5 place-items-center rounded-full bg-accent px-0.5 text-[9px] leading-none font-semibold text-on-accent"
        >
          {count}
        </span>
      )}
    </span>
  )
}
