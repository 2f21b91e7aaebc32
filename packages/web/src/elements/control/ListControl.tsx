import type { Cell } from '@octavo/core/types'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useControl, useElementData, useOfPage } from '../../editor/index.ts'
import { Check, ChevronDown, classNames, fieldLook, Popover, Search, Skeleton, X } from '../../ui/index.ts'
import { valueName } from '../value-name.ts'
import type { ControlFieldProps } from './control-field.ts'
import { isSameItem, type ListOption, listOptions } from './list-options.ts'

/** Chooses one or several values of a column, or of a list that the author typed. */
export function ListControl({ element, label }: ControlFieldProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { chosen, setItems, setItem } = useControl(element)
  const isSingle = element.selectionMode === 'single'
  const isExcluding = element.mode === 'exclude'
  const pageData = useOfPage((page) => page.data)
  const data = useElementData(element.id)
  const options = listOptions(element, data, { null: t('common.noValue'), empty: t('common.empty') })
  const labelOf = (item: Cell) =>
    options.entries.find((entry) => isSameItem(entry.value, item))?.label ?? valueName(item, t)
  const count = chosen.items.length
  const summary =
    count === 0
      ? t('control.all')
      : count === 1 && !isExcluding
        ? labelOf(chosen.items[0] ?? null)
        : t(isExcluding ? 'control.excluding' : 'control.selected', { count })

  function toggle(value: Cell) {
    const isChosen = chosen.items.some((item) => isSameItem(item, value))
    if (isSingle) {
      setItem(isChosen ? undefined : value)
      setOpen(false)
    } else {
      setItems(isChosen ? chosen.items.filter((item) => !isSameItem(item, value)) : [...chosen.items, value])
    }
  }

  return (
    <div className="relative">
      <Popover
        label={`${label}: ${summary}`}
        isOpen={isOpen}
        onOpenChange={setOpen}
        triggerClass={classNames(fieldLook, 'flex items-center gap-2 text-left', count > 0 ? 'pr-16' : 'pr-9')}
        trigger={
          <>
            <span className={classNames('min-w-0 grow truncate', count === 0 && 'text-muted')}>{summary}</span>
            <ChevronDown className="absolute right-2.5 size-4 shrink-0 text-muted" aria-hidden />
          </>
        }
      >
        <OptionList
          options={options}
          isChosen={(value) => chosen.items.some((item) => isSameItem(item, value))}
          isSingle={isSingle}
          label={label}
          onToggle={toggle}
          onMore={data.levels.get('base')?.hasMore ? () => pageData.loadMore(element.id, 'base') : undefined}
        />
      </Popover>
      {count > 0 && (
        <button
          type="button"
          aria-label={t('control.clear', { name: label })}
          className="absolute top-1.5 right-8 grid size-6 place-items-center rounded text-muted hover:bg-hover hover:text-ink"
          onClick={() => (isSingle ? setItem(undefined) : setItems([]))}
        >
          <X className="size-3.5" aria-hidden />
        </button>
      )}
    </div>
  )
}

interface OptionListProps {
  options: ReturnType<typeof listOptions>
  isChosen: (value: Cell) => boolean
  isSingle: boolean
  label: string
  onToggle: (value: Cell) => void
  /** Asks for further values; absent when all are here. */
  onMore: (() => void) | undefined
}

/** At most this many entries are drawn; searching finds the others. */
const drawnEntries = 200

function OptionList({ options, isChosen, isSingle, label, onToggle, onMore }: OptionListProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const searchText = useDeferredValue(search.trim().toLocaleLowerCase())
  const matching = options.entries.filter((entry) => entry.label.toLocaleLowerCase().includes(searchText))
  const drawn = matching.slice(0, drawnEntries)
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
      <div
        role="listbox"
        aria-label={label}
        aria-multiselectable={!isSingle}
        className="overflow-y-auto p-1 scroll-quiet"
      >
        {options.status === 'waiting' && <OptionSkeleton />}
        {options.status === 'failed' && <p className="px-2 py-3 text-danger">{t('control.valuesFailed')}</p>}
        {options.status === 'ready' && drawn.length === 0 && (
          <p className="px-2 py-3 text-muted">
            {options.entries.length === 0 ? t('control.noValues') : t('control.noMatch')}
          </p>
        )}
        {drawn.map((entry) => (
          <Option
            key={JSON.stringify(entry.value)}
            entry={entry}
            isChosen={isChosen(entry.value)}
            onToggle={onToggle}
          />
        ))}
      </div>
      {(matching.length > drawn.length || onMore) && (
        <div className="flex items-center gap-2 border-t border-line px-3 py-1.5 text-xs text-muted">
          <span className="grow">
            {onMore && searchText !== ''
              ? t('control.searchedValues', { count: options.entries.length })
              : t('control.firstValues', { count: drawn.length })}
          </span>
          {onMore && (
            <button type="button" className="shrink-0 font-medium text-accent-text hover:underline" onClick={onMore}>
              {t('control.moreValues')}
            </button>
          )}
        </div>
      )}
    </div>
  )
}

function Option({
  entry,
  isChosen,
  onToggle,
}: {
  entry: ListOption
  isChosen: boolean
  onToggle: (value: Cell) => void
}) {
  return (
    <button
      type="button"
      role="option"
      aria-selected={isChosen}
      className="flex w-full items-center gap-2.5 rounded px-2 py-1.5 text-left hover:bg-hover focus-visible:bg-hover"
      onClick={() => onToggle(entry.value)}
    >
      <span
        aria-hidden
        className={classNames(
          'grid size-4 shrink-0 place-items-center rounded border',
          isChosen ? 'border-accent bg-accent text-on-accent' : 'border-line-strong',
        )}
      >
        {isChosen && <Check className="size-3" strokeWidth={3} />}
      </span>
      <span className={classNames('min-w-0 grow truncate', entry.isMissing && 'text-faint italic')}>{entry.label}</span>
      {entry.count !== undefined && <span className="shrink-0 text-xs text-faint tabular">{entry.count}</span>}
    </button>
  )
}

function OptionSkeleton() {
  return (
    <div className="flex flex-col gap-3 p-2">
      <Skeleton className="h-3 w-4/5" />
      <Skeleton className="h-3 w-3/5" />
      <Skeleton className="h-3 w-2/3" />
    </div>
  )
}
