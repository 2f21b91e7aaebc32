import { type KeyboardEvent, type RefObject, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Box, Remark, Table } from '../../../forms/index.ts'
import { Button, classNames, Database, fieldLook, Skeleton, Upload } from '../../../ui/index.ts'
import { type SourceEntry, sourceGroups } from './source-entries.ts'

interface SourceListProps {
  /** The search results by group. */
  entries: readonly SourceEntry[]
  search: string
  chosen: SourceEntry | undefined
  /** The search field. */
  field?: RefObject<HTMLInputElement | null>
  isLoading: boolean
  error: Error | null
  /** Why an entry cannot be chosen; it is shown disabled. Absent or undefined: it can be chosen. */
  refusalOf?: (entry: SourceEntry) => string | undefined
  onSearch: (text: string) => void
  onChoose: (entry: SourceEntry | undefined) => void
  /** Called on double-click. */
  onTake: (entry: SourceEntry) => void
  /** One click already takes the entry: nothing beside the list shows what a chosen entry is. */
  takesOnClick?: boolean
  onRetry: () => void
}

const groupIcons = { workbook: Table, models: Box, datasets: Database, uploads: Upload, tables: Database }

/** A search for sources with its results; the arrow keys in the search field move the choice. */
export function SourceList(props: SourceListProps) {
  const { entries, search, chosen, field, isLoading, error, refusalOf, onSearch, onChoose, onTake, onRetry } = props
  const { takesOnClick = false } = props
  const { t } = useTranslation('formulas')
  const list = useRef<HTMLUListElement>(null)

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    const open = entries.filter((entry) => refusalOf?.(entry) === undefined)
    const at = chosen ? open.indexOf(chosen) : -1
    const next = open[Math.max(0, Math.min(open.length - 1, at + (event.key === 'ArrowDown' ? 1 : -1)))]
    onChoose(next)
    list.current?.querySelector(`[data-key="${CSS.escape(next?.key ?? '')}"]`)?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <div className="flex min-h-0 flex-col border-r border-line">
      <div className="p-3">
        <input
          ref={field}
          type="search"
          data-first-focus
          aria-label={t('picker.search')}
          placeholder={t('picker.search')}
          className={fieldLook}
          value={search}
          onChange={(event) => onSearch(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <ul ref={list} aria-label={t('picker.list')} className="min-h-0 grow overflow-y-auto px-2 pb-2 scroll-quiet">
        {sourceGroups.map((group) => {
          const inGroup = entries.filter((entry) => entry.group === group)
          if (inGroup.length === 0) return null
          return (
            <li key={group}>
              <p className="px-2 pt-2 pb-1 text-xs font-medium text-muted">{t(`picker.${group}`)}</p>
              <ul aria-label={t(`picker.${group}`)}>
                {inGroup.map((entry) => (
                  <EntryRow
                    key={entry.key}
                    entry={entry}
                    isChosen={entry === chosen}
                    refusal={refusalOf?.(entry)}
                    takesOnClick={takesOnClick}
                    onChoose={() => onChoose(entry)}
                    onTake={() => onTake(entry)}
                  />
                ))}
              </ul>
            </li>
          )
        })}
      </ul>
      {entries.length === 0 && !isLoading && !error && (
        <p className="px-4 pb-4 text-muted">
          {search.trim() === '' ? t('picker.empty') : t('picker.nothing', { search: search.trim() })}
        </p>
      )}
      {isLoading && <LoadingLines />}
      {error && (
        <div className="p-3">
          <Remark tone="danger">{error.message}</Remark>
          <Button className="mt-2" isSmall onClick={onRetry}>
            {t('picker.retry')}
          </Button>
        </div>
      )}
    </div>
  )
}

interface EntryRowProps {
  entry: SourceEntry
  isChosen: boolean
  refusal: string | undefined
  takesOnClick: boolean
  onChoose: () => void
  onTake: () => void
}

function EntryRow({ entry, isChosen, refusal, takesOnClick, onChoose, onTake }: EntryRowProps) {
  const Icon = groupIcons[entry.group]
  const isRefused = refusal !== undefined
  return (
    <li>
      <button
        type="button"
        aria-pressed={isChosen}
        disabled={isRefused}
        data-key={entry.key}
        className={classNames(
          'flex min-h-10 w-full items-center gap-2 rounded-md px-2 py-1 text-left',
          isChosen ? 'bg-accent-soft' : !isRefused && 'hover:bg-hover',
          isRefused && 'text-muted',
        )}
        onClick={(event) => {
          if (!takesOnClick) return onChoose()
          // The second click of a double-click would take what the next list has at this place.
          if (event.detail < 2) onTake()
        }}
        onDoubleClick={takesOnClick ? undefined : onTake}
      >
        <Icon className="shrink-0 text-muted" />
        <span className="min-w-0">
          <span className="block truncate">{entry.label ?? entry.name}</span>
          <span className={classNames('block truncate text-xs', isChosen ? 'text-ink' : 'text-muted')}>
            {refusal ?? entry.place}
          </span>
        </span>
      </button>
    </li>
  )
}

/** A placeholder while a list or rows are loading. */
export function LoadingLines() {
  const { t } = useTranslation('formulas')
  return (
    <div role="status" aria-label={t('picker.loading')} className="flex flex-col gap-2 p-3">
      {[1, 2, 3, 4, 5].map((line) => (
        <Skeleton key={line} className="h-5" />
      ))}
    </div>
  )
}
