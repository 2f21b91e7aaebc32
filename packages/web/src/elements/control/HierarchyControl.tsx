import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useControl, useElementData, useOfPage } from '../../editor/index.ts'
import { Check, ChevronDown, ChevronRight, classNames, fieldLook, Minus, Popover, Search, X } from '../../ui/index.ts'
import type { ControlFieldProps } from './control-field.ts'
import {
  type Path,
  type PathNode,
  pathKey,
  pathOf,
  pathsWith,
  pathTree,
  stateOfPath,
  toggledPath,
} from './hierarchy-paths.ts'

/** Chooses steps of a hierarchy, each with everything below it. */
export function HierarchyControl({ element, label }: ControlFieldProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { chosen, setItems } = useControl(element)
  const pageData = useOfPage((page) => page.data)
  const data = useElementData(element.id)
  const rows = data.levels.get('base')
  const tree = pathTree(rows)
  const paths: readonly Path[] = chosen.items.map((item) => pathOf(String(item)))
  const isExcluding = element.mode === 'exclude'
  const [only] = paths
  const summary =
    only === undefined
      ? t('control.all')
      : paths.length === 1 && !isExcluding
        ? only.join(' / ')
        : t(isExcluding ? 'control.excluding' : 'control.selected', { count: paths.length })
  return (
    <div className="relative">
      <Popover
        label={`${label}: ${summary}`}
        isOpen={isOpen}
        onOpenChange={setOpen}
        triggerClass={classNames(fieldLook, 'flex items-center gap-2 text-left', only ? 'pr-16' : 'pr-9')}
        trigger={
          <>
            <span className={classNames('min-w-0 grow truncate', !only && 'text-muted')}>{summary}</span>
            <ChevronDown className="absolute right-2.5 size-4 shrink-0 text-muted" aria-hidden />
          </>
        }
      >
        <PathList
          label={label}
          tree={tree}
          status={data.status === 'failed' ? 'failed' : rows ? 'ready' : 'waiting'}
          chosen={paths}
          onToggle={(path) => setItems(toggledPath(path, paths, tree).map(pathKey))}
          onMore={rows?.hasMore ? () => pageData.loadMore(element.id, 'base') : undefined}
        />
      </Popover>
      {only && (
        <button
          type="button"
          aria-label={t('control.clear', { name: label })}
          className="absolute top-1.5 right-8 grid size-6 place-items-center rounded text-muted hover:bg-hover hover:text-ink"
          onClick={() => setItems([])}
        >
          <X className="size-3.5" aria-hidden />
        </button>
      )}
    </div>
  )
}

interface PathListProps {
  label: string
  tree: readonly PathNode[]
  status: 'waiting' | 'ready' | 'failed'
  chosen: readonly Path[]
  onToggle: (path: Path) => void
  /** Asks for further paths; absent when all are here. */
  onMore: (() => void) | undefined
}

function PathList({ label, tree, status, chosen, onToggle, onMore }: PathListProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const searchText = useDeferredValue(search.trim().toLocaleLowerCase())
  const found = pathsWith(tree, searchText)
  const note =
    status === 'waiting'
      ? t('common.loading')
      : status === 'failed'
        ? t('control.valuesFailed')
        : found.length > 0
          ? undefined
          : t(tree.length === 0 ? 'control.noValues' : 'control.noMatch')
  return (
    <div className="flex max-h-80 flex-col">
      <label className="flex items-center gap-2 border-b border-line px-3">
        <Search className="size-4 shrink-0 text-faint" aria-hidden />
        <input
          type="search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          placeholder={t('control.searchValues')}
          aria-label={t('control.searchValues')}
          className="h-control w-full min-w-0 bg-transparent outline-none placeholder:text-faint"
        />
      </label>
      <div className="overflow-y-auto p-1 scroll-quiet">
        {note !== undefined && (
          <p className={classNames('px-2 py-3', status === 'failed' ? 'text-danger' : 'text-muted')}>{note}</p>
        )}
        <Steps
          key={searchText}
          label={label}
          nodes={found}
          chosen={chosen}
          areOpen={searchText !== ''}
          onToggle={onToggle}
        />
      </div>
      {onMore && (
        <div className="border-t border-line px-3 py-1.5 text-xs">
          <button type="button" className="font-medium text-accent-text hover:underline" onClick={onMore}>
            {t('control.moreValues')}
          </button>
        </div>
      )}
    </div>
  )
}

interface StepsProps {
  label?: string
  nodes: readonly PathNode[]
  chosen: readonly Path[]
  areOpen: boolean
  onToggle: (path: Path) => void
}

function Steps({ label, nodes, ...rest }: StepsProps) {
  return (
    <ul aria-label={label}>
      {nodes.map((node) => (
        <Step key={pathKey(node.path)} node={node} {...rest} />
      ))}
    </ul>
  )
}

const marks = { on: 'true', some: 'mixed', off: 'false' } as const

function Step({ node, chosen, areOpen, onToggle }: Omit<StepsProps, 'nodes' | 'label'> & { node: PathNode }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(areOpen)
  const state = stateOfPath(node.path, chosen)
  const name = node.path.at(-1) || t('common.empty')
  const hasChildren = node.children.length > 0
  return (
    <li>
      <div className="flex items-center" style={{ paddingLeft: (node.path.length - 1) * 16 }}>
        {hasChildren ? (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={t('control.below', { name })}
            className="grid size-6 shrink-0 place-items-center rounded text-muted hover:bg-hover hover:text-ink"
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronRight className={classNames('size-4 transition-transform', isOpen && 'rotate-90')} aria-hidden />
          </button>
        ) : (
          <span className="size-6 shrink-0" />
        )}
        {/* biome-ignore lint/a11y/useSemanticElements: the look is that of the other lists of values */}
        <button
          type="button"
          role="checkbox"
          aria-checked={marks[state]}
          className="flex min-w-0 grow items-center gap-2 rounded px-1.5 py-1.5 text-left hover:bg-hover focus-visible:bg-hover"
          onClick={() => onToggle(node.path)}
        >
          <span
            aria-hidden
            className={classNames(
              'grid size-4 shrink-0 place-items-center rounded border',
              state === 'off' ? 'border-line-strong' : 'border-accent bg-accent text-on-accent',
            )}
          >
            {state === 'on' && <Check className="size-3" strokeWidth={3} />}
            {state === 'some' && <Minus className="size-3" strokeWidth={3} />}
          </span>
          <span className="min-w-0 grow truncate" title={name}>
            {name}
          </span>
        </button>
      </div>
      {hasChildren && isOpen && <Steps nodes={node.children} chosen={chosen} areOpen={areOpen} onToggle={onToggle} />}
    </li>
  )
}
