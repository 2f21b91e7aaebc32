import { classNames } from '../ui/index.ts'

const sizes = { small: 'size-6 text-[10px]', medium: 'size-8 text-[13px]', large: 'size-10 text-base' }

interface AvatarProps {
  name: string
  /** Determines the colour; without an id the name does. */
  id?: string
  size?: keyof typeof sizes
  isTeam?: boolean
  /** Someone who cannot sign in. */
  isPale?: boolean
}

/** Initials in a circle for a person, in a square for a team. It is beside the name and not read aloud. */
export function Avatar({ name, id, size = 'medium', isTeam = false, isPale = false }: AvatarProps) {
  return (
    <span
      aria-hidden
      className={classNames(
        'grid shrink-0 place-items-center font-semibold select-none',
        sizes[size],
        isTeam ? 'rounded-md' : 'rounded-full',
        isPale ? 'bg-sunken text-faint' : 'text-ink',
      )}
      style={isPale ? undefined : { background: groundOf(id ?? name) }}
    >
      {initialsOf(name)}
    </span>
  )
}

/** One of the first eight colours of charts, always the same for the same person. */
function groundOf(id: string): string {
  let hash = 0
  for (const letter of id) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0
  return `color-mix(in oklab, var(--cat-${(hash % 8) + 1}) 18%, var(--surface))`
}

export function initialsOf(name: string): string {
  const words = name.split(/[\s@.]+/).filter(Boolean)
  return ((words[0]?.[0] ?? '') + (words.length > 1 ? (words[1]?.[0] ?? '') : '')).toLocaleUpperCase()
}
