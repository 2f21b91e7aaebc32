import type { ChartTheme } from '@octavo/core/chart'
import { hexColor } from '@octavo/core/display'
import type { WorkbookDocument } from '@octavo/core/document'
import type { CSSProperties } from 'react'
import type { Theme } from '../theme.ts'

/** The settings of a workbook's theme that apply to its pages. */
export interface WorkbookTheme {
  /** Undefined: the reader's theme. */
  mode: Theme | undefined
  /** CSS custom properties for everything on the page. */
  properties: CSSProperties & Record<`--${string}`, string>
  maxWidth: number | undefined
  title: { color?: string; fontSize?: number; fontWeight?: number }
  /** False: tiles have neither background nor border. */
  hasCards: boolean
  palette: string[] | undefined
}

const widths: Record<string, number> = { large: 1280, medium: 960 }
const radii: Record<string, string> = { square: '0px', round: '8px', pill: '20px' }

export function workbookTheme({ settings }: WorkbookDocument): WorkbookTheme {
  const { name, overrides = {} } = settings.theme ?? {}
  const colors = record(overrides.colors)
  const named = record(overrides.colorOverrides)
  const border = record(overrides.elementBorder)
  const title = record(overrides.titleFont)
  const scheme = Array.isArray(overrides.categoricalScheme)
    ? overrides.categoricalScheme.flatMap((entry) => hexColor(entry) ?? [])
    : []
  const isDark = colors.darkMode === 'shown' ? true : colors.darkMode === 'hidden' ? false : undefined
  const known = { Light: 'light', Surface: 'light', Dark: 'dark' } as const
  const highlight = hexColor(colors.highlight)
  const properties = defined({
    '--ink': hexColor(colors.text),
    '--surface': hexColor(colors.surface) ?? hexColor(named.elementBackground),
    '--canvas': hexColor(named.backgroundCanvas) ?? (name === 'Surface' ? 'var(--surface)' : undefined),
    '--accent': highlight,
    '--accent-text': highlight,
    '--positive': hexColor(colors.success),
    '--success': hexColor(colors.success),
    '--warning': hexColor(colors.warning),
    '--negative': hexColor(colors.danger),
    '--danger': hexColor(colors.danger),
    '--r-3': radii[String(overrides.borderRadius)],
    '--tile-border': typeof border.width === 'number' ? `${Math.min(3, Math.max(0, border.width))}px` : undefined,
    '--tile-line': hexColor(border.color),
    '--font-sans': fontOf(record(overrides.fonts).textFont),
  })
  return {
    mode: isDark === undefined ? known[name as keyof typeof known] : isDark ? 'dark' : 'light',
    properties,
    maxWidth: overrides.pageWidth === 'custom' ? numberOf(overrides.maxPageWidth) : widths[String(overrides.pageWidth)],
    title: {
      ...(hexColor(title.color) ? { color: hexColor(title.color) ?? '' } : {}),
      ...(typeof title.fontSize === 'number' ? { fontSize: title.fontSize } : {}),
      ...(title.fontWeight === 'bold' ? { fontWeight: 600 } : title.fontWeight === 'normal' ? { fontWeight: 400 } : {}),
    },
    hasCards: overrides.hasCards !== 'hidden',
    palette: scheme.length > 0 ? scheme : undefined,
  }
}

/** Colours of charts, overridden by the workbook's theme. */
export function chartThemeOf(
  base: ChartTheme,
  { palette, properties }: WorkbookTheme,
  background?: string,
): ChartTheme {
  const surface = hexColor(background) ?? hexColor(properties['--surface'])
  return {
    ...base,
    ...(palette ? { palette } : {}),
    ...(surface ? { surface } : {}),
    ...(hexColor(properties['--ink']) ? { ink: properties['--ink'] ?? base.ink } : {}),
  }
}

/** A font of the reader's system by name; the security policy loads none from elsewhere. */
function fontOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\w -]{1,60}$/.test(value)
    ? `"${value}", "Inter Variable", Inter, system-ui, sans-serif`
    : undefined
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 600 ? value : undefined
}

function defined(properties: Record<`--${string}`, string | undefined>): Record<`--${string}`, string> {
  return Object.fromEntries(
    Object.entries(properties).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}
