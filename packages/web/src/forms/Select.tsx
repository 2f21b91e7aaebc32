import { Select as Base } from '@base-ui/react/select'
import type { ReactNode } from 'react'
import { Check, ChevronDown, classNames, fieldLook, popupLook } from '../ui/index.ts'

export interface Option<Value extends string> {
  value: Value
  label: string
  /** A second line in the list. */
  text?: string | undefined
  isDisabled?: boolean
}

interface SelectProps<Value extends string> {
  /** Names the field where no label stands beside it. */
  label?: string
  value: Value
  options: readonly Option<Value>[]
  onChange: (value: Value) => void
  isDisabled?: boolean
  /** Stands before the chosen value in the button. */
  prefix?: ReactNode
  className?: string
  id?: string
}

/** One of a few values. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, value, options, onChange, isDisabled = false, prefix, className, id } = props
  return (
    <Base.Root
      value={value}
      items={options}
      disabled={isDisabled}
      onValueChange={(chosen) => {
        if (chosen !== null) onChange(chosen)
      }}
    >
      <Base.Trigger
        id={id}
        aria-label={label}
        className={classNames(fieldLook, 'flex items-center justify-between gap-2 text-left', className)}
      >
        <span className="flex min-w-0 items-baseline gap-1.5">
          {prefix && <span className="shrink-0 text-muted">{prefix}</span>}
          <span className="truncate">
            <Base.Value />
          </span>
        </span>
        <ChevronDown className="size-4 shrink-0 text-muted" />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner alignItemWithTrigger={false} sideOffset={4} collisionPadding={8} className="z-60 outline-none">
          <Base.Popup
            className={popupLook(
              'max-h-[min(22rem,var(--available-height))] min-w-[max(var(--anchor-width),9rem)] max-w-[min(22rem,calc(100vw-1rem))] overflow-auto p-1 scroll-quiet',
            )}
          >
            <Base.List>
              {options.map((option) => (
                <Base.Item
                  key={option.value}
                  value={option.value}
                  disabled={option.isDisabled ?? false}
                  className="flex cursor-pointer items-start gap-2 rounded px-2 py-1.5 outline-none select-none data-disabled:cursor-default data-disabled:opacity-50 data-highlighted:bg-hover"
                >
                  <span className="min-w-0 grow">
                    <Base.ItemText className="block">{option.label}</Base.ItemText>
                    {option.text && <span className="block text-xs text-muted">{option.text}</span>}
                  </span>
                  <Base.ItemIndicator className="shrink-0">
                    <Check className="mt-0.5 size-4 text-accent" />
                  </Base.ItemIndicator>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
