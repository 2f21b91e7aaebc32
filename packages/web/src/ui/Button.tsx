import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { type Icon, LoaderCircle } from './icons.tsx'

const looks = {
  primary:
    'bg-accent text-on-accent hover:bg-accent-hover active:bg-accent-pressed disabled:border disabled:border-line disabled:bg-sunken disabled:text-faint',
  secondary: 'border border-line-strong bg-surface text-ink hover:bg-hover active:bg-pressed',
  quiet: 'text-muted hover:bg-hover hover:text-ink active:bg-pressed',
  /** Only in the dialog that confirms; elsewhere use `danger-text`. */
  danger:
    'bg-danger-solid text-on-accent hover:bg-danger-solid-hover disabled:border disabled:border-line disabled:bg-sunken disabled:text-faint',
  'danger-text': 'text-danger hover:bg-danger-soft active:bg-danger-soft',
}
export type ButtonLook = keyof typeof looks

interface ButtonProps extends ComponentProps<'button'> {
  look?: ButtonLook
  /** 28 pixels high, for panels and bars inside tiles. */
  isSmall?: boolean
  /** Square, for a button that holds only an icon; prefer `IconButton`, which has a tooltip. */
  isIcon?: boolean
  icon?: Icon
  /** A spinner takes the icon's place; the words and the width stay, and presses do nothing. */
  isBusy?: boolean
}

export function Button(props: ButtonProps) {
  const { look = 'secondary', isSmall = false, isIcon = false, icon: Icon, isBusy = false, ...rest } = props
  const { className, type = 'button', children, onClick, ...more } = rest
  const Drawn = isBusy ? LoaderCircle : Icon
  return (
    <button
      type={type}
      className={classNames(buttonLook(look, isIcon, isSmall), 'relative', className)}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={(event) => {
        if (isBusy) event.preventDefault()
        else onClick?.(event)
      }}
      {...more}
    >
      {Drawn && (
        <Drawn
          className={classNames(
            isBusy ? 'size-3.5 animate-spin' : 'size-4',
            isBusy && !Icon && 'absolute left-1/2 -ml-1.75',
          )}
        />
      )}
      {isBusy && !Icon ? <span className="opacity-30">{children}</span> : children}
    </button>
  )
}

/** The classes of a button, for triggers of menus and links that look like one. */
export function buttonLook(look: ButtonLook = 'secondary', isIcon = false, isSmall = false): string {
  return classNames(
    'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md font-medium whitespace-nowrap select-none transition-colors',
    'disabled:cursor-default disabled:text-faint aria-disabled:cursor-default data-popup-open:bg-pressed',
    isIcon ? (isSmall ? 'size-small' : 'size-control') : isSmall ? 'h-small min-w-14 px-2' : 'h-control min-w-16 px-3',
    looks[look],
  )
}
