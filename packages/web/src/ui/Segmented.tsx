import { useId } from 'react'
import { classNames } from './class-names.ts'
import type { Icon } from './icons.tsx'

export interface Segment<Value extends string> {
  value: Value
  label: string
  /** Shown in place of the word, which stays its name. */
  icon?: Icon
  isDisabled?: boolean
}

interface SegmentedProps<Value extends string> {
  label: string
  value: Value | undefined
  options: readonly Segment<Value>[]
  onChange: (value: Value) => void
  /** As high as a field, for rows of fields. */
  isTall?: boolean
  isWide?: boolean
  className?: string
}

/** One of two to five short words, all in view. Radio buttons to the keyboard and to assistive technology. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, value, options, onChange, isTall = false, isWide = false, className } = props
  const group = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={classNames(
        'max-w-full gap-0.5 overflow-x-auto overflow-y-hidden rounded-md bg-sunken p-0.5 scroll-quiet',
        isWide ? 'flex' : 'inline-flex',
        isTall ? 'h-control' : 'h-(--h-segmented)',
        className,
      )}
    >
      {options.map((option) => {
        const isChosen = option.value === value
        const Drawn = option.icon
        return (
          <label
            key={option.value}
            className={classNames(
              'flex min-w-8 cursor-pointer items-center justify-center rounded-sm px-2 text-xs font-medium transition-colors has-[:focus-visible]:outline-2 has-[:focus-visible]:-outline-offset-2 has-[:focus-visible]:outline-focus',
              // Two halves, so that rows of them line up; more words share the width by their length.
              isWide && options.length === 2 ? 'flex-1' : 'grow',
              isChosen ? 'bg-segment text-ink shadow-low' : 'text-muted hover:text-ink',
              option.isDisabled && 'cursor-default! text-faint!',
            )}
          >
            <input
              type="radio"
              name={group}
              checked={isChosen}
              disabled={option.isDisabled}
              onChange={() => onChange(option.value)}
              aria-label={Drawn ? option.label : undefined}
              className="sr-only"
            />
            {Drawn ? <Drawn className="size-4" /> : <span className="truncate">{option.label}</span>}
          </label>
        )
      })}
    </div>
  )
}
