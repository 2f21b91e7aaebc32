import type { ReactNode } from 'react'
import { classNames } from '../ui/index.ts'

const tones = {
  plain: 'bg-sunken text-muted',
  accent: 'bg-accent-soft text-ink',
  info: 'bg-info-soft text-info',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
}
export type BadgeTone = keyof typeof tones

interface BadgeProps {
  tone?: BadgeTone
  /** A tag has a colour of its own, which is mixed into the background and shown as a dot. */
  color?: string | undefined
  /** 16 pixels high, for table cells. */
  isSmall?: boolean
  children: ReactNode
}

/** A label for a state or kind. Draft uses warning, Published success, Deprecated danger. */
export function Badge({ tone = 'plain', color, isSmall = false, children }: BadgeProps) {
  return (
    <span
      className={classNames(
        'inline-flex max-w-full items-center gap-1 rounded-sm px-1.5 text-2xs whitespace-nowrap',
        isSmall ? 'h-4' : 'h-5',
        color ? 'text-ink' : tones[tone],
      )}
      style={color ? { background: `color-mix(in oklab, ${color} 14%, var(--surface))` } : undefined}
    >
      {color && <span aria-hidden className="size-2 shrink-0 rounded-full" style={{ background: color }} />}
      <span className="truncate">{children}</span>
    </span>
  )
}
