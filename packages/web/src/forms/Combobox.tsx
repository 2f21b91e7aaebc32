import { Combobox as Base } from '@base-ui/react/combobox'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  Check,
  ChevronDown,
  classNames,
  fieldLook,
  fieldLookSmall,
  groupLabelLook,
  popupLook,
  Search,
} from '../ui/index.ts'
import { groupsOf, type Option, optionLook } from './Select.tsx'

/** The most options that are drawn; typing narrows them. */
const drawnOptions = 50

interface ComboboxProps<Value extends string> {
  /** Accessible name when there is no visible label. */
  label: string
  id?: string
  value: Value | null
  options: readonly Option<Value>[]
  onChange: (value: Value) => void
  placeholder?: string
  /** Shown before the chosen value or the placeholder in the button. */
  prefix?: ReactNode
  isDisabled?: boolean
  isSmall?: boolean
  /** Replaces the button, such as the "+" of a shelf. */
  trigger?: { content: ReactNode; className: string }
  /** Allows a value that is not in the list: the callback gets its text. */
  onCreate?: (text: string) => void
  /** Called with the typed text, when the server does the search. */
  onSearch?: (text: string) => void
  isLoading?: boolean
  className?: string
}

/** A field for one of many values, which is found by typing. For more than eight options; `Select` is for fewer. */
export function Combobox<Value extends string>(props: ComboboxProps<Value>) {
  const { label, id, value, options, onChange, placeholder, prefix, isDisabled = false, isSmall = false } = props
  const { trigger } = props
  const chosen = options.find((option) => option.value === value) ?? null
  const [typed, setTyped] = useState('')
  const Drawn = chosen?.icon
  return (
    <Base.Root
      items={options}
      value={chosen}
      disabled={isDisabled}
      filter={props.onSearch ? null : matches}
      itemToStringLabel={(option: Option<Value>) => option.label}
      isItemEqualToValue={(option: Option<Value>, other: Option<Value>) => option.value === other.value}
      onValueChange={(option: Option<Value> | null) => {
        if (option) onChange(option.value)
      }}
      onInputValueChange={(text) => {
        setTyped(text)
        props.onSearch?.(text)
      }}
    >
      <Base.Trigger
        id={id}
        aria-label={trigger ? label : `${label}: ${chosen?.label ?? placeholder ?? ''}`}
        className={
          trigger?.className ??
          classNames(
            isSmall ? fieldLookSmall : fieldLook,
            'flex items-center justify-between gap-2 text-left',
            props.className,
          )
        }
      >
        {trigger?.content ?? (
          <>
            <span className="flex min-w-0 items-center gap-1.5">
              {prefix && <span className="shrink-0 text-muted">{prefix}</span>}
              {Drawn && <Drawn className="size-4 shrink-0 text-muted" />}
              <span className={classNames('truncate', !chosen && !prefix && 'text-faint')}>
                {chosen?.label ?? placeholder}
              </span>
            </span>
            <ChevronDown className="size-4 shrink-0 text-muted" />
          </>
        )}
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner align="start" sideOffset={4} collisionPadding={8} className="z-(--z-popup) outline-none">
          <Base.Popup
            aria-label={label}
            className={popupLook(
              'flex max-h-[min(22.5rem,var(--available-height))] w-[max(var(--anchor-width),15rem)] max-w-90 flex-col',
            )}
          >
            <SearchLine label={label} />
            <Results typed={typed} total={options.length} {...props} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function SearchLine({ label }: { label: string }) {
  const { t } = useTranslation('forms')
  return (
    <div className="flex shrink-0 items-center gap-2 border-b border-line px-2.5">
      <Search className="size-4 shrink-0 text-faint" />
      <Base.Input
        aria-label={t('searchIn', { name: label })}
        placeholder={t('search')}
        className="h-control w-full min-w-0 bg-transparent outline-none placeholder:text-faint"
      />
    </div>
  )
}

function Results<Value extends string>(props: ComboboxProps<Value> & { typed: string; total: number }) {
  const { t } = useTranslation('forms')
  const { typed, onCreate, isLoading = false } = props
  const text = typed.trim()
  const filtered = Base.useFilteredItems<Option<Value>>()
  const shown = filtered.slice(0, drawnOptions)
  return (
    <>
      {isLoading && <p className="px-3 py-2 text-muted late">{t('searching')}</p>}
      {!isLoading && filtered.length === 0 && (
        <p role="status" className="px-3 py-2 text-muted">
          {text ? t('noMatch', { text }) : t('noOptions')}
        </p>
      )}
      <Base.List className="min-h-0 overflow-y-auto p-1 outline-none scroll-quiet">
        {groupsOf(shown).map(({ group, members }) => (
          <Base.Group key={group ?? ''}>
            {group && <Base.GroupLabel className={groupLabelLook}>{group}</Base.GroupLabel>}
            {members.map((option) => (
              <Line key={option.value} option={option} typed={text} />
            ))}
          </Base.Group>
        ))}
      </Base.List>
      {filtered.length > shown.length && (
        <p className="border-t border-line px-3 py-1.5 text-xs text-muted">
          {t('moreToNarrow', { count: filtered.length - shown.length })}
        </p>
      )}
      {onCreate && text !== '' && !filtered.some((option) => option.label === text) && (
        <button
          type="button"
          className="border-t border-line px-3 py-1.5 text-left hover:bg-hover"
          onClick={() => onCreate(text)}
        >
          {t('create', { text })}
        </button>
      )}
    </>
  )
}

function Line<Value extends string>({ option, typed }: { option: Option<Value>; typed: string }) {
  const { icon: Drawn } = option
  return (
    <Base.Item value={option} disabled={option.isDisabled ?? false} className={optionLook}>
      {Drawn && <Drawn className="size-4 shrink-0 text-muted" />}
      <span className="min-w-0 grow">
        <span className="block truncate">
          <Marked text={option.label} typed={typed} />
        </span>
        {option.text && <span className="block truncate text-xs text-muted">{option.text}</span>}
      </span>
      <Base.ItemIndicator>
        <Check className="size-4 text-accent-text" />
      </Base.ItemIndicator>
    </Base.Item>
  )
}

/** A text with the part that was typed in bold. */
export function Marked({ text, typed }: { text: string; typed: string }) {
  const at = typed === '' ? -1 : text.toLocaleLowerCase().indexOf(typed.toLocaleLowerCase())
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <b className="font-semibold">{text.slice(at, at + typed.length)}</b>
      {text.slice(at + typed.length)}
    </>
  )
}

function matches(option: { label: string; text?: string | undefined }, typed: string): boolean {
  return `${option.label} ${option.text ?? ''}`.toLocaleLowerCase().includes(typed.trim().toLocaleLowerCase())
}
