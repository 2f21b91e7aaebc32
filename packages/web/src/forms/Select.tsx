import { Select as Base } from '@base-ui/react/select'
import type { ReactNode } from 'react'
import {
  Check,
  ChevronDown,
  choicesLook,
  classNames,
  fieldLook,
  fieldLookSmall,
  groupLabelLook,
  type Icon,
} from '../ui/index.ts'

export interface Option<Value extends string> {
  value: Value
  label: string
  /** A second line in the list. */
  text?: string | undefined
  isDisabled?: boolean
  /** Options with the same group have a common heading; they must be consecutive. */
  group?: string
  icon?: Icon
}

interface SelectProps<Value extends string> {
  /** Accessible name when there is no visible label. */
  label?: string
  value: Value
  options: readonly Option<Value>[]
  onChange: (value: Value) => void
  isDisabled?: boolean
  /** Shown before the chosen value in the button. */
  prefix?: ReactNode
  className?: string
  id?: string
  /** 28 pixels high, for panels. */
  isSmall?: boolean
  'aria-invalid'?: boolean
  'aria-describedby'?: string | undefined
}

/** A field for one of a few values. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, value, options, onChange, isDisabled = false, prefix, className, id, isSmall = false } = props
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
        aria-invalid={props['aria-invalid']}
        aria-describedby={props['aria-describedby']}
        className={classNames(
          isSmall ? fieldLookSmall : fieldLook,
          'flex items-center justify-between gap-2 text-left',
          className,
        )}
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
        <Base.Positioner
          alignItemWithTrigger={false}
          sideOffset={4}
          collisionPadding={8}
          className="z-(--z-popup) outline-none"
        >
          <Base.Popup className={choicesLook}>
            <Base.List>
              {groupsOf(options).map(({ group, members }) =>
                group === undefined ? (
                  members.map((option) => <Item key={option.value} option={option} />)
                ) : (
                  <Base.Group key={group}>
                    <Base.GroupLabel className={groupLabelLook}>{group}</Base.GroupLabel>
                    {members.map((option) => (
                      <Item key={option.value} option={option} />
                    ))}
                  </Base.Group>
                ),
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function Item({ option }: { option: Option<string> }) {
  const { icon: Drawn } = option
  return (
    <Base.Item value={option.value} disabled={option.isDisabled ?? false} className={optionLook}>
      {Drawn && <Drawn className="size-4 shrink-0 text-muted" />}
      <span className="min-w-0 grow">
        <Base.ItemText className="block">{option.label}</Base.ItemText>
        {option.text && <span className="block text-xs text-muted">{option.text}</span>}
      </span>
      <Base.ItemIndicator className="shrink-0">
        <Check className="size-4 text-accent-text" />
      </Base.ItemIndicator>
    </Base.Item>
  )
}

/** The look of one line of a list of options. */
export const optionLook =
  'flex min-h-item cursor-pointer items-center gap-2 rounded-sm px-2 py-1 outline-none select-none data-disabled:cursor-default data-disabled:text-faint data-highlighted:bg-hover'

/** Neighbours with the same group, in the order of the options. */
export function groupsOf<Each extends { group?: string }>(options: readonly Each[]) {
  const groups: { group: string | undefined; members: Each[] }[] = []
  for (const option of options) {
    const last = groups.at(-1)
    if (last && last.group === option.group) last.members.push(option)
    else groups.push({ group: option.group, members: [option] })
  }
  return groups
}
