import { Toolbar as Base } from '@base-ui/react/toolbar'
import type { ReactElement, ReactNode } from 'react'
import { classNames, type Icon, IconButton } from '../ui/index.ts'

interface ToolbarProps {
  label: string
  children: ReactNode
  /** 28 pixels instead of 40, for bars that float. */
  isFloating?: boolean
  className?: string
}

/** A bar of buttons with one tab stop; the arrow keys move inside. */
export function Toolbar({ label, children, isFloating = false, className }: ToolbarProps) {
  return (
    <Base.Root
      aria-label={label}
      className={classNames(
        'flex min-w-0 items-center gap-1',
        isFloating ? 'h-8 rounded-lg bg-raised px-0.5 shadow-raised' : 'h-(--h-toolbar) px-2',
        className,
      )}
    >
      {children}
    </Base.Root>
  )
}

interface ToolbarButtonProps {
  label: string
  icon: Icon
  shortcut?: string
  onPress: () => void
  isPressed?: boolean
  isDisabled?: boolean
}

/** An icon with its tooltip. */
export function ToolbarButton({ label, icon, shortcut, onPress, isPressed, isDisabled = false }: ToolbarButtonProps) {
  return (
    <Base.Button
      disabled={isDisabled}
      render={
        <IconButton
          label={label}
          icon={icon}
          size="small"
          {...(shortcut !== undefined && { shortcut })}
          {...(isPressed !== undefined && { isPressed })}
        />
      }
      onClick={onPress}
    />
  )
}

/** Any other focusable part of a toolbar, such as the button of a menu. */
export function ToolbarItem({ children }: { children: ReactElement }) {
  return <Base.Button render={children} />
}

export function ToolbarSeparator() {
  return <Base.Separator className="mx-1 h-5 w-px shrink-0 bg-line" />
}
