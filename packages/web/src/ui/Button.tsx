import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

const looks = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong disabled:opacity-60',
  secondary: 'border border-line-strong bg-surface text-ink hover:bg-hover disabled:opacity-60',
  danger: 'bg-danger text-surface hover:brightness-90 disabled:opacity-60',
  quiet: 'text-muted hover:bg-hover hover:text-ink disabled:opacity-40',
}

interface ButtonProps extends ComponentProps<'button'> {
  look?: keyof typeof looks
  /** Square, for a button that holds only an icon; give it an `aria-label`. */
  isIcon?: boolean
}

export function Button({ look = 'secondary', isIcon = false, className, type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={classNames(buttonLook(look, isIcon), className)} {...rest} />
}

/** The classes of a button, for triggers of menus and links that look like one. */
export function buttonLook(look: keyof typeof looks = 'secondary', isIcon = false): string {
  return classNames(
    'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md font-medium whitespace-nowrap select-none transition-colors',
    isIcon ? 'size-8' : 'h-8 px-3',
    looks[look],
  )
}
