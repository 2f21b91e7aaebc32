import { Combobox as Base } from '@base-ui/react/combobox'
import { type RefObject, useId, useRef } from 'react'
import { Check, ChevronDown, classNames, fieldLook, popupLook, X } from '../ui/index.ts'

export interface Choice {
  value: string
  label: string
  /** Shown beside the label: an email, a kind. */
  text?: string | undefined
}

interface PickerProps {
  label: string
  hint?: string
  placeholder?: string
  choices: readonly Choice[]
  chosen: readonly Choice[]
  onChange: (chosen: Choice[]) => void
  nothing: string
  removeLabel: (name: string) => string
  error?: string | undefined
  /** At most one. */
  isSingle?: boolean
  /** Called with the typed text, if the choices are searched elsewhere. */
  onSearch?: (text: string) => void
}

/**
 * A field for several of many things, found by typing; each chosen one is a chip in the field. With `isSingle` only
 * one, as text.
 */
export function Picker(props: PickerProps) {
  return props.isSingle ? <SinglePicker {...props} /> : <SeveralPicker {...props} />
}

function SeveralPicker(props: PickerProps) {
  const { label, hint, placeholder, choices, chosen, onChange, nothing, removeLabel, error, onSearch } = props
  const id = useId()
  const anchor = useRef<HTMLDivElement>(null)
  const note = error ?? hint
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-xs font-medium text-muted">
        {label}
      </label>
      <Base.Root
        multiple
        items={choices}
        value={chosen}
        limit={50}
        // Enter takes the first of those that match.
        autoHighlight
        itemToStringLabel={(choice: Choice) => `${choice.label} ${choice.text ?? ''}`}
        isItemEqualToValue={(choice: Choice, other: Choice) => choice.value === other.value}
        onValueChange={(next: Choice[], change) => {
          if (change.reason === 'escape-key') {
            // Escape closes the list, or the dialog around it; what is chosen stays.
            change.allowPropagation()
            change.cancel()
            return
          }
          onChange(next)
        }}
        {...(onSearch ? { onInputValueChange: (text: string) => onSearch(text) } : {})}
      >
        <Base.Chips
          ref={anchor}
          className="flex min-h-control flex-wrap items-center gap-1 rounded-md border border-field-line bg-surface px-1 py-0.5 focus-within:border-focus focus-within:outline-1 focus-within:outline-focus hover:border-muted"
        >
          {chosen.map((choice) => (
            <Base.Chip
              key={choice.value}
              aria-label={choice.label}
              className="flex items-center gap-0.5 rounded-sm bg-sunken py-0.5 pr-0.5 pl-1.5 text-ink outline-none focus-within:ring-1 focus-within:ring-focus data-highlighted:ring-1 data-highlighted:ring-focus"
            >
              <span className="max-w-48 truncate">{choice.label}</span>
              <Base.ChipRemove
                aria-label={removeLabel(choice.label)}
                className="grid size-5 place-items-center rounded-sm hover:bg-hover"
              >
                <X className="size-3.5" />
              </Base.ChipRemove>
            </Base.Chip>
          ))}
          <Base.Input
            id={id}
            aria-invalid={error !== undefined}
            aria-describedby={note ? `${id}-note` : undefined}
            placeholder={chosen.length === 0 ? placeholder : undefined}
            className="h-6 min-w-24 grow bg-transparent px-1 outline-none placeholder:text-faint"
          />
        </Base.Chips>
        <ChoicePopup anchor={anchor} nothing={nothing} />
      </Base.Root>
      {note && (
        <p id={`${id}-note`} className={classNames('text-xs', error ? 'text-danger' : 'text-muted')}>
          {note}
        </p>
      )}
    </div>
  )
}

function SinglePicker(props: PickerProps) {
  const { label, hint, placeholder, choices, chosen, onChange, nothing, error, onSearch } = props
  const id = useId()
  const anchor = useRef<HTMLDivElement>(null)
  const note = error ?? hint
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-xs font-medium text-muted">
        {label}
      </label>
      <Base.Root
        items={choices}
        value={chosen[0] ?? null}
        limit={50}
        // Enter takes the first of those that match.
        autoHighlight
        itemToStringLabel={(choice: Choice) => choice.label}
        isItemEqualToValue={(choice: Choice, other: Choice) => choice.value === other.value}
        onValueChange={(next: Choice | null, change) => {
          if (change.reason === 'escape-key') {
            // Escape closes the list, or the dialog around it; the choice stays.
            change.allowPropagation()
            change.cancel()
            return
          }
          onChange(next === null ? [] : [next])
        }}
        {...(onSearch ? { onInputValueChange: (text: string) => onSearch(text) } : {})}
      >
        <div ref={anchor} className="relative">
          <Base.Input
            id={id}
            aria-invalid={error !== undefined}
            aria-describedby={note ? `${id}-note` : undefined}
            placeholder={placeholder}
            className={`${fieldLook} pr-8!`}
          />
          <ChevronDown className="pointer-events-none absolute inset-y-0 right-2.5 my-auto text-muted" />
        </div>
        <ChoicePopup anchor={anchor} nothing={nothing} />
      </Base.Root>
      {note && (
        <p id={`${id}-note`} className={classNames('text-xs', error ? 'text-danger' : 'text-muted')}>
          {note}
        </p>
      )}
    </div>
  )
}

function ChoicePopup({ anchor, nothing }: { anchor: RefObject<HTMLDivElement | null>; nothing: string }) {
  return (
    <Base.Portal>
      <Base.Positioner anchor={anchor} sideOffset={4} collisionPadding={8} className="z-(--z-popup) outline-none">
        <Base.Popup
          className={popupLook(
            'max-h-[min(18rem,var(--available-height))] w-(--anchor-width) min-w-56 overflow-auto p-1 scroll-quiet',
          )}
        >
          <Base.Empty className="px-2 text-muted not-empty:py-1.5">{nothing}</Base.Empty>
          <Base.List className="outline-none">
            {(choice: Choice) => (
              <Base.Item
                key={choice.value}
                value={choice}
                className="flex cursor-pointer items-center min-h-item gap-2 rounded-sm px-2 py-1 outline-none select-none data-highlighted:bg-hover"
              >
                <span className="min-w-0 grow">
                  <span className="block truncate">{choice.label}</span>
                  {choice.text && <span className="block truncate text-xs text-muted">{choice.text}</span>}
                </span>
                <Base.ItemIndicator>
                  <Check className="size-4 text-accent-text" />
                </Base.ItemIndicator>
              </Base.Item>
            )}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  )
}
