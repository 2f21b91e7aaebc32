import { useDeferredValue, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChevronDown, classNames, fieldLook, fieldLookSmall, Popover, Search } from '../ui/index.ts'
import { Marked } from './Combobox.tsx'
import { toggled } from './table-selection.ts'

export interface MultiOption {
  value: string
  label: string
  /** A number such as rows or uses, shown at the right. */
  count?: string
}

interface MultiSelectProps {
  label: string
  options: readonly MultiOption[]
  chosen: ReadonlySet<string>
  onChange: (chosen: Set<string>) => void
  isSmall?: boolean
  /** Shown when nothing is chosen; by default "None". */
  nothingText?: string
}

/**
 * A field for several values of a list. Closed it is one line, such as "West, East +3"; with everything chosen it shows
 * "All".
 */
export function MultiSelect(props: MultiSelectProps) {
  const { label, options, chosen, onChange, isSmall = false } = props
  const { t } = useTranslation('forms')
  const [isOpen, setOpen] = useState(false)
  const summary = useSummary(options, chosen, props.nothingText ?? t('none'))
  return (
    <Popover
      label={`${label}: ${summary}`}
      isOpen={isOpen}
      onOpenChange={setOpen}
      triggerClass={classNames(
        isSmall ? fieldLookSmall : fieldLook,
        'flex items-center justify-between gap-2 text-left',
      )}
      trigger={
        <>
          <span className={classNames('truncate', chosen.size === 0 && 'text-faint')}>{summary}</span>
          <ChevronDown className="size-4 shrink-0 text-muted" />
        </>
      }
    >
      <CheckList label={label} options={options} chosen={chosen} onChange={onChange} />
    </Popover>
  )
}

function useSummary(options: readonly MultiOption[], chosen: ReadonlySet<string>, nothing: string): string {
  const { t } = useTranslation('forms')
  if (chosen.size === 0) return nothing
  const labels = options.filter(({ value }) => chosen.has(value)).map(({ label }) => label)
  if (labels.length === options.length) return t('all')
  return labels.length > 2 ? `${labels.slice(0, 2).join(', ')} +${labels.length - 2}` : labels.join(', ')
}

function CheckList({ label, options, chosen, onChange }: MultiSelectProps) {
  const { t } = useTranslation('forms')
  const id = useId()
  const [search, setSearch] = useState('')
  const searchText = useDeferredValue(search.trim().toLocaleLowerCase())
  const shown = options.filter((option) => option.label.toLocaleLowerCase().includes(searchText))
  return (
    <div className="flex max-h-90 flex-col">
      <label className="flex shrink-0 items-center gap-2 border-b border-line px-2.5">
        <Search className="size-4 shrink-0 text-faint" />
        <input
          type="search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'a' && (event.ctrlKey || event.metaKey) && search === '') {
              event.preventDefault()
              onChange(new Set(options.map(({ value }) => value)))
            }
          }}
          aria-label={t('searchIn', { name: label })}
          placeholder={t('search')}
          className="h-control w-full min-w-0 bg-transparent outline-none placeholder:text-faint"
        />
      </label>
      <fieldset aria-label={label} className="min-h-0 min-w-0 overflow-y-auto p-1 scroll-quiet">
        {shown.length === 0 && <p className="px-2 py-1.5 text-muted">{t('noMatch', { text: search.trim() })}</p>}
        {shown.map((option) => (
          <label
            key={option.value}
            htmlFor={`${id}${option.value}`}
            className="flex h-item cursor-pointer items-center gap-2 rounded-sm px-2 hover:bg-hover"
          >
            <input
              id={`${id}${option.value}`}
              type="checkbox"
              checked={chosen.has(option.value)}
              onChange={() => onChange(toggled(chosen, option.value))}
              className="checkbox shrink-0"
            />
            <span className="min-w-0 grow truncate">
              <Marked text={option.label} typed={search.trim()} />
            </span>
            {option.count !== undefined && <span className="text-xs text-faint tabular">{option.count}</span>}
          </label>
        ))}
      </fieldset>
      <footer className="flex h-9 shrink-0 items-center gap-4 border-t border-line px-3 text-xs">
        <button
          type="button"
          className="text-accent-text hover:underline"
          onClick={() => onChange(new Set([...chosen, ...shown.map(({ value }) => value)]))}
        >
          {t('selectAll')}
        </button>
        <button
          type="button"
          className="text-accent-text hover:underline disabled:text-faint disabled:no-underline"
          disabled={chosen.size === 0}
          onClick={() => onChange(new Set())}
        >
          {t('clear')}
        </button>
        <span role="status" className="ml-auto text-muted">
          {t('selected', { count: chosen.size })}
        </span>
      </footer>
    </div>
  )
}
