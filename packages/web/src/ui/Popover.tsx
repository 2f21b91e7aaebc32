import { Popover as Base } from '@base-ui/react/popover'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { popupLook } from './popup-look.ts'
import { Tooltip } from './Tooltip.tsx'

interface PopoverProps {
  label: string
  /** Names the button, where that says more than the panel: it must hold the words that the button shows. */
  triggerLabel?: string
  trigger: ReactNode
  triggerClass: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  children: ReactNode
  /** Shows the label as a tooltip, for a trigger that is only an icon. */
  hasTooltip?: boolean
  align?: 'start' | 'center' | 'end'
  side?: 'bottom' | 'top' | 'left' | 'right'
  /** Replaces the width class; by default at least the trigger's width. */
  className?: string
}

/** A button that opens a small panel under it, as wide as the button or wider. */
export function Popover(props: PopoverProps) {
  const { label, trigger, triggerClass, isOpen, onOpenChange, children, hasTooltip = false, className } = props
  const button = (
    <Base.Trigger aria-label={props.triggerLabel ?? label} className={triggerClass}>
      {trigger}
    </Base.Trigger>
  )
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => onOpenChange(open)}>
      {hasTooltip ? <Tooltip text={label}>{button}</Tooltip> : button}
      <Base.Portal>
        <Base.Positioner
          align={props.align ?? 'start'}
          side={props.side ?? 'bottom'}
          sideOffset={4}
          collisionPadding={8}
          className="z-(--z-popup)"
        >
          <Base.Popup
            aria-label={label}
            className={popupLook(
              classNames('max-w-[calc(100vw-1rem)]', className ?? 'w-[max(var(--anchor-width),15rem)]'),
            )}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
