import { hexColor } from '@octavo/core/display'
import type { CSSProperties } from 'react'

const radii: Record<string, number> = { square: 0, round: 8, pill: 20 }

/** Background, border and corners of an element from the document; theme colours are not resolved. */
export function elementStyle(style: unknown): {
  css: CSSProperties
  hasPadding: boolean
  background: string | undefined
} {
  if (typeof style !== 'object' || style === null) return { css: {}, hasPadding: true, background: undefined }
  const { backgroundColor, borderColor, borderRadius, borderWidth, padding } = style as Record<string, unknown>
  const background = color(backgroundColor)
  return {
    css: {
      ...(background ? { backgroundColor: background } : {}),
      ...(typeof borderRadius === 'string' && borderRadius in radii ? { borderRadius: radii[borderRadius] } : {}),
      ...(typeof borderWidth === 'number' && borderWidth > 0
        ? { border: `${Math.min(3, borderWidth)}px solid ${color(borderColor) ?? 'var(--line)'}` }
        : {}),
    },
    hasPadding: padding !== 'none',
    background,
  }
}

function color(value: unknown): string | undefined {
  return value === 'transparent' ? value : hexColor(value)
}
