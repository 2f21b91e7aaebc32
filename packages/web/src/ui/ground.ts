import type { CSSProperties } from 'react'

/** The color that an author gave a dialog or drawer, and the theme that is readable on it. */
export interface Ground {
  color: string
  theme: 'light' | 'dark'
}

interface GroundProps {
  'data-theme'?: 'light' | 'dark'
  style?: CSSProperties & { '--muted'?: string }
}

/** Attributes of what has the ground. Muted text takes the full contrast, as the color may be of medium brightness. */
export function groundProps(ground: Ground | undefined): GroundProps {
  if (!ground) return {}
  return { 'data-theme': ground.theme, style: { backgroundColor: ground.color, '--muted': 'var(--ink)' } }
}
