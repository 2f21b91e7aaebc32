import type { ReactNode } from 'react'
import { classNames } from '../ui/index.ts'

const tones = {
  plain: 'bg-sunken text-muted border-line',
  accent: 'bg-accent-soft text-accent-strong border-transparent',
  warning: 'bg-warning-soft text-warning border-transparent',
  danger: 'bg-danger-soft text-danger border-transparent',
}

/** A word about the state or kind of a thing. */
export function Badge({ tone = 'plain', children }: { tone?: keyof typeof tones; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex h-5 items-center rounded-full border px-2 text-2xs font-medium whitespace-nowrap',
        tones[tone],
      )}
    >
      {children}
    </span>
  )
}

/** The first letters of a name in a circle. */
export function Avatar({ name, isTeam = false, isPale = false }: { name: string; isTeam?: boolean; isPale?: boolean }) {
  return (
    <span
      aria-hidden
      className={classNames(
        'grid size-7 shrink-0 place-items-center text-2xs font-semibold select-none',
        isTeam ? 'rounded-md' : 'rounded-full',
        isPale ? 'bg-sunken text-faint' : 'bg-accent-soft text-accent-strong',
      )}
    >
      {initialsOf(name)}
    </span>
  )
}

function initialsOf(name: string): string {
  const words = name.split(/[\s@.]+/).filter(Boolean)
  return ((words[0]?.[0] ?? '') + (words.length > 1 ? (words[1]?.[0] ?? '') : '')).toLocaleUpperCase()
}
