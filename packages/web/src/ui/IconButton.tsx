import type { ComponentProps } from 'react'
import { type ButtonLook, buttonLook } from './Button.tsx'
import { classNames } from './class-names.ts'
import { type Icon, LoaderCircle } from './icons.tsx'
import { Tooltip } from './Tooltip.tsx'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** The name of the action: read aloud and shown as the tooltip. */
  label: string
  icon: Icon
  shortcut?: string
  /** `cell` is 24 pixels, for table cells and rows of trees. */
  size?: 'control' | 'small' | 'cell'
  look?: ButtonLook
  /** For a toggle: whether it is on. */
  isPressed?: boolean
  isBusy?: boolean
  side?: 'top' | 'right' | 'bottom' | 'left'
}

const sizes = { control: '', small: 'size-small!', cell: 'size-6!' }

/** A button that holds only an icon. */
export function IconButton(props: IconButtonProps) {
  const {
    label,
    icon: Icon,
    shortcut,
    size = 'control',
    look = 'quiet',
    isPressed,
    isBusy = false,
    side,
    ...rest
  } = props
  const { className, type = 'button', onClick, ...more } = rest
  return (
    <Tooltip text={label} shortcut={shortcut} side={side ?? 'bottom'}>
      <button
        type={type}
        aria-label={label}
        aria-pressed={isPressed}
        aria-busy={isBusy || undefined}
        aria-disabled={isBusy || undefined}
        className={classNames(
          buttonLook(look, true),
          sizes[size],
          'aria-pressed:bg-pressed aria-pressed:text-ink',
          className,
        )}
        onClick={(event) => {
          if (!isBusy) onClick?.(event)
        }}
        {...more}
      >
        {isBusy ? <LoaderCircle className="size-3.5 animate-spin" /> : <Icon className="size-4" />}
      </button>
    </Tooltip>
  )
}
