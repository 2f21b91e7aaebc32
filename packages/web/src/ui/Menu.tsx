import { Menu as Base } from '@base-ui/react/menu'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Check } from './icons.tsx'

interface MenuProps {
  label: string
  trigger: ReactNode
  triggerClass: string
  children: ReactNode
  align?: 'start' | 'end'
}

/** A button that opens a list of commands. */
export function Menu({ label, trigger, triggerClass, children, align = 'end' }: MenuProps) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger aria-label={label} className={triggerClass}>
        {trigger}
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={6} className="z-50 outline-none">
          <Base.Popup className={popupLook('min-w-44 p-1')}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

const itemLook =
  'flex w-full items-center gap-2.5 rounded px-2 py-1.5 text-left text-ink outline-none select-none data-highlighted:bg-hover data-disabled:opacity-50 [&>svg]:size-4 [&>svg]:text-muted'

export function MenuItem(props: { onSelect: () => void; children: ReactNode; isDisabled?: boolean }) {
  return (
    <Base.Item className={itemLook} onClick={props.onSelect} disabled={props.isDisabled ?? false}>
      {props.children}
    </Base.Item>
  )
}

interface MenuChoiceProps<Value extends string> {
  label: string
  value: Value
  options: { value: Value; label: string; icon?: ReactNode }[]
  onChoose: (value: Value) => void
}

export function MenuChoice<Value extends string>({ label, value, options, onChoose }: MenuChoiceProps<Value>) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2 pt-1.5 pb-1 text-xs font-medium text-muted">{label}</Base.GroupLabel>
      <Base.RadioGroup value={value} onValueChange={(chosen: Value) => onChoose(chosen)}>
        {options.map((option) => (
          <Base.RadioItem key={option.value} value={option.value} closeOnClick className={itemLook}>
            {option.icon}
            <span className="grow">{option.label}</span>
            <Base.RadioItemIndicator>
              <Check className="size-4 text-accent" />
            </Base.RadioItemIndicator>
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  )
}

export function MenuSeparator() {
  return <Base.Separator className="mx-1 my-1 h-px bg-line" />
}

/** The surface of everything that floats. */
export function popupLook(more?: string): string {
  return classNames(
    'rounded-lg border border-line bg-raised text-ink shadow-raised outline-none transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0',
    more,
  )
}
