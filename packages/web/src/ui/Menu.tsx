import { Menu as Base } from '@base-ui/react/menu'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Check, ChevronRight } from './icons.tsx'
import { groupLabelLook, menuLook } from './popup-look.ts'
import { Tooltip } from './Tooltip.tsx'

interface MenuProps {
  label: string
  trigger: ReactNode
  triggerClass: string
  children: ReactNode
  align?: 'start' | 'end'
  side?: 'bottom' | 'right' | 'top'
  /** Shows the label as a tooltip, for a trigger that is only an icon. */
  hasTooltip?: boolean
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
  isDisabled?: boolean
}

/** A button that opens a list of commands. */
export function Menu(props: MenuProps) {
  const { label, trigger, triggerClass, children, align = 'end', side = 'bottom', hasTooltip = false } = props
  const button = (
    <Base.Trigger aria-label={label} className={triggerClass} disabled={props.isDisabled ?? false}>
      {trigger}
    </Base.Trigger>
  )
  return (
    <Base.Root
      modal={false}
      {...(props.isOpen !== undefined && { open: props.isOpen })}
      {...(props.onOpenChange && { onOpenChange: (open: boolean) => props.onOpenChange?.(open) })}
    >
      {hasTooltip ? <Tooltip text={label}>{button}</Tooltip> : button}
      <MenuPopup align={align} side={side}>
        {children}
      </MenuPopup>
    </Base.Root>
  )
}

function MenuPopup({ children, align, side }: { children: ReactNode } & Pick<MenuProps, 'align' | 'side'>) {
  return (
    <Base.Portal>
      <Base.Positioner
        align={align ?? 'start'}
        side={side ?? 'bottom'}
        sideOffset={4}
        collisionPadding={8}
        className="z-(--z-popup) outline-none"
      >
        <Base.Popup className={menuLook}>{children}</Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  )
}

const itemLook =
  'flex min-h-item w-full items-center gap-2 rounded-sm px-2 py-1 text-left text-ink outline-none select-none data-disabled:text-faint data-highlighted:bg-hover data-popup-open:bg-hover [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-muted'

interface MenuItemProps {
  onSelect: () => void
  children: ReactNode
  isDisabled?: boolean
  shortcut?: string
  /** Last in its menu, apart from the others. */
  isDanger?: boolean
}

export function MenuItem({ onSelect, children, isDisabled = false, shortcut, isDanger = false }: MenuItemProps) {
  return (
    <Base.Item
      className={classNames(itemLook, isDanger && 'text-danger! data-highlighted:bg-danger-soft! [&>svg]:text-danger!')}
      onClick={onSelect}
      disabled={isDisabled}
    >
      {children}
      {shortcut && <Shortcut keys={shortcut} />}
    </Base.Item>
  )
}

function Shortcut({ keys }: { keys: string }) {
  return (
    <kbd aria-hidden className="ml-auto pl-4 font-sans text-2xs font-normal text-faint">
      {keys}
    </kbd>
  )
}

/** An item that opens a submenu. */
export function Submenu({ label, icon, children }: { label: string; icon?: ReactNode; children: ReactNode }) {
  return (
    <Base.SubmenuRoot>
      <Base.SubmenuTrigger className={itemLook}>
        {icon}
        <span className="grow">{label}</span>
        <ChevronRight />
      </Base.SubmenuTrigger>
      <Base.Portal>
        <Base.Positioner sideOffset={2} alignOffset={-4} collisionPadding={8} className="z-(--z-popup) outline-none">
          <Base.Popup className={menuLook}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.SubmenuRoot>
  )
}

interface MenuCheckProps {
  isOn: boolean
  onChange: (isOn: boolean) => void
  /** Closes the menu, for an item that is one choice of several. */
  closes?: boolean
  children: ReactNode
}

/** An item that is on or off; the menu stays open. */
export function MenuCheck(props: MenuCheckProps) {
  return (
    <Base.CheckboxItem
      className={itemLook}
      checked={props.isOn}
      closeOnClick={props.closes ?? false}
      onCheckedChange={(isOn) => props.onChange(isOn)}
    >
      <span className="grid size-4 place-items-center">
        <Base.CheckboxItemIndicator>
          <Check className="size-4" />
        </Base.CheckboxItemIndicator>
      </span>
      {props.children}
    </Base.CheckboxItem>
  )
}

/** Items under a heading of their own. */
export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Base.Group>
      <Base.GroupLabel className={groupLabelLook}>{label}</Base.GroupLabel>
      {children}
    </Base.Group>
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
      <Base.GroupLabel className={groupLabelLook}>{label}</Base.GroupLabel>
      <Base.RadioGroup value={value} onValueChange={(chosen: Value) => onChoose(chosen)}>
        {options.map((option) => (
          <Base.RadioItem key={option.value} value={option.value} closeOnClick className={itemLook}>
            {option.icon}
            <span className="grow">{option.label}</span>
            <Base.RadioItemIndicator>
              <Check className="size-4 text-accent-text" />
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
