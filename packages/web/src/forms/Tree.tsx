import {
  hotkeysCoreFeature,
  type ItemInstance,
  renamingFeature,
  selectionFeature,
  syncDataLoaderFeature,
} from '@headless-tree/core'
import { useTree } from '@headless-tree/react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ChevronRight, CircleAlert, classNames, type Icon, LoaderCircle } from '../ui/index.ts'

export interface TreeNode {
  /** Unique in the tree. */
  id: string
  name: string
  icon?: Icon
  /** Undefined for a leaf. Children that are not loaded are `loading`, or an `error` with its text. */
  children?: readonly TreeNode[] | 'loading' | { error: string }
  /** At the right: a count. */
  detail?: ReactNode
  /** Shown at the right while the row is hovered or focused: the menu button. */
  actions?: ReactNode
  /** Read aloud and shown after the name in muted text. */
  note?: string
  isFaint?: boolean
}

interface TreeProps {
  label: string
  nodes: readonly TreeNode[]
  expanded: readonly string[]
  onExpand: (expanded: string[]) => void
  selected?: readonly string[]
  onSelect?: (selected: string[]) => void
  /** Enter, or a click on a row. */
  onOpen?: (node: TreeNode) => void
  /** F2 starts it; absent if nothing can be renamed. */
  onRename?: (node: TreeNode, name: string) => void
  onRetry?: (node: TreeNode) => void
  /** Handles keys of one row; returns true when the key was used. By convention Alt with arrows moves the row. */
  onRowKey?: (node: TreeNode, event: KeyboardEvent) => boolean
  /** Called with the DOM element of each row, such as for a drag; may return a cleanup function. */
  rowRef?: (node: TreeNode, element: HTMLElement) => (() => void) | undefined
  className?: string
}

const root = '\u0000root'
/** Up to this many rows all of them are drawn. */
const mostDrawn = 300

/**
 * A tree of rows of 28 pixels: the arrow keys move, open and close, `*` opens the siblings, letters find a row, F2
 * renames. Of a long tree only the rows in view are drawn.
 */
export function Tree(props: TreeProps) {
  const { label, nodes, expanded, onExpand, selected, onSelect, onOpen, onRename, className } = props
  const byId = useMemo(() => indexed(nodes), [nodes])
  // A new list would change the state of the tree, which renders during its own rendering.
  const expandedItems = useMemo(() => [...expanded], [expanded])
  const selectedItems = useMemo(() => selected && [...selected], [selected])
  const tree = useTree<TreeNode>({
    rootItemId: root,
    getItemName: (item) => item.getItemData().name,
    isItemFolder: (item) => item.getItemData().children !== undefined,
    dataLoader: {
      getItem: (id) => byId.get(id) ?? { id, name: '' },
      getChildren: (id) => listOf(id === root ? nodes : byId.get(id)?.children).map((node) => node.id),
    },
    state: { expandedItems, ...(selectedItems && { selectedItems }) },
    setExpandedItems: (next) => onExpand(typeof next === 'function' ? next([...expanded]) : next),
    ...(onSelect && {
      setSelectedItems: (next) => onSelect(typeof next === 'function' ? next([...(selected ?? [])]) : next),
    }),
    onPrimaryAction: (item) => onOpen?.(item.getItemData()),
    canRename: () => onRename !== undefined,
    onRename: (item, name) => onRename?.(item.getItemData(), name),
    features: [
      syncDataLoaderFeature,
      ...(onSelect ? [selectionFeature] : []),
      hotkeysCoreFeature,
      ...(onRename ? [renamingFeature] : []),
    ],
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tree reads them; it must be notified when they change
  useEffect(() => tree.rebuildTree(), [byId, expanded])
  const place = useRef<HTMLDivElement>(null)
  const items = tree.getItems()
  const isLong = items.length > mostDrawn
  const rows = useVirtualizer({
    count: isLong ? items.length : 0,
    getScrollElement: () => place.current,
    estimateSize: () => rowHeight(place.current),
    overscan: 20,
  })
  return (
    <div ref={place} className={classNames('min-h-0 overflow-y-auto scroll-quiet', className)}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the role of the tree comes with its properties */}
      <div
        {...tree.getContainerProps(label)}
        className="relative outline-none"
        style={isLong ? { height: rows.getTotalSize() } : undefined}
        onKeyDown={(event) => onKey(event, items, props)}
      >
        {!isLong && items.map((item) => <Row key={item.getId()} item={item} {...props} />)}
        {rows.getVirtualItems().map(({ index, start, size }) => {
          const item = items[index]
          if (!item) return null
          return (
            <div key={item.getId()} className="absolute inset-x-0" style={{ top: start, height: size }}>
              <Row item={item} {...props} />
            </div>
          )
        })}
      </div>
    </div>
  )
}

function Row({ item, onRetry, rowRef }: TreeProps & { item: ItemInstance<TreeNode> }) {
  const { t } = useTranslation('forms')
  const node = item.getItemData()
  const level = item.getItemMeta().level
  const { ref, ...row } = item.getProps()
  const rowElement = useRef<HTMLElement>(null)
  useEffect(() => (rowElement.current ? rowRef?.(node, rowElement.current) : undefined), [node, rowRef])
  const isLoading = node.children === 'loading' && item.isExpanded()
  const failure = typeof node.children === 'object' && 'error' in node.children ? node.children.error : undefined
  const Drawn = node.icon
  return (
    <div
      {...row}
      ref={(element) => {
        if (typeof ref === 'function') ref(element)
        rowElement.current = element
      }}
      aria-busy={isLoading || undefined}
      className={classNames(
        'group/tree flex h-item cursor-default items-center gap-1 rounded-sm pr-1 outline-none hover:bg-hover focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-focus aria-selected:bg-accent-soft data-landing:shadow-[inset_0_-2px_var(--accent-text)]',
        node.isFaint && 'text-muted',
      )}
      style={{ paddingLeft: level * 16 }}
    >
      <span className="grid size-6 shrink-0 place-items-center text-muted">
        {isLoading ? (
          <LoaderCircle className="size-3 animate-spin" />
        ) : (
          item.isFolder() && (
            <ChevronRight className={classNames('transition-transform', item.isExpanded() && 'rotate-90')} />
          )
        )}
      </span>
      {Drawn && <Drawn className="mr-1 shrink-0 text-muted" />}
      {item.isRenaming?.() ? (
        <input
          {...item.getRenameInputProps()}
          className="h-6 min-w-0 grow rounded-sm border border-focus bg-surface px-1 outline-none"
        />
      ) : (
        <span className="min-w-0 truncate" title={node.name}>
          {node.name}
          {node.note && <span className="ml-1.5 text-xs text-faint">{node.note}</span>}
        </span>
      )}
      <span className="ml-auto flex shrink-0 items-center gap-1">
        {failure && item.isExpanded() && (
          <button
            type="button"
            className="flex items-center gap-1 text-xs text-danger hover:underline"
            title={failure}
            onClick={(event) => {
              event.stopPropagation()
              onRetry?.(node)
            }}
          >
            <CircleAlert className="size-3" /> {t('tryAgain')}
          </button>
        )}
        {node.detail !== undefined && (
          <span
            className={classNames(
              'pr-1 text-xs text-faint tabular',
              node.actions !== undefined && 'group-focus-within/tree:hidden group-hover/tree:hidden',
            )}
          >
            {node.detail}
          </span>
        )}
        {node.actions && (
          <span className="opacity-0 group-focus-within/tree:opacity-100 group-hover/tree:opacity-100 has-[[data-popup-open]]:opacity-100 pointer-coarse:opacity-100">
            {node.actions}
          </span>
        )}
      </span>
    </div>
  )
}

function onKey(event: KeyboardEvent, items: ItemInstance<TreeNode>[], props: TreeProps) {
  if (!(event.target instanceof HTMLElement) || event.target.getAttribute('role') !== 'treeitem') return
  const focused = items.find((item) => item.isFocused())
  if (!focused) return
  if (props.onRowKey?.(focused.getItemData(), event)) {
    event.preventDefault()
    return
  }
  if (event.key === '*') {
    const siblings = focused.getParent()?.getChildren() ?? []
    const folders = siblings.filter((item) => item.isFolder()).map((item) => item.getId())
    props.onExpand([...new Set([...props.expanded, ...folders])])
    event.preventDefault()
  } else if (event.key.length === 1 && /\S/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) {
    const at = items.indexOf(focused)
    const letter = event.key.toLocaleLowerCase()
    const next = [...items.slice(at + 1), ...items.slice(0, at)].find((item) =>
      item.getItemName().toLocaleLowerCase().startsWith(letter),
    )
    next?.setFocused()
    next?.getTree().updateDomFocus()
  }
}

function listOf(children: TreeNode['children']): readonly TreeNode[] {
  return Array.isArray(children) ? children : []
}

function indexed(nodes: readonly TreeNode[], found = new Map<string, TreeNode>()): Map<string, TreeNode> {
  for (const node of nodes) {
    found.set(node.id, node)
    indexed(listOf(node.children), found)
  }
  return found
}

function rowHeight(place: HTMLElement | null): number {
  if (!place) return 28
  return Number.parseFloat(getComputedStyle(place).getPropertyValue('--h-item')) || 28
}
