import { themeOnBackground } from '@octavo/core/display'
import { sameJson, type WorkbookDocument } from '@octavo/core/document'
import { type CSSProperties, createContext, type ReactNode, useContext, useRef } from 'react'
import { embedParameters } from '../embedded.ts'
import { classNames } from '../ui/index.ts'
import { SurfaceThemeProvider } from './surface-theme.ts'
import { type WorkbookTheme, workbookTheme } from './workbook-theme.ts'

const ThemeContext = createContext<WorkbookTheme | undefined>(undefined)

/** The theme of the workbook that is shown; undefined outside its pages. */
export const useWorkbookTheme = (): WorkbookTheme | undefined => useContext(ThemeContext)

/** Applies the workbook's theme to everything inside; `style` is the background of the page. */
export function PageTheme({
  document,
  style,
  children,
}: {
  document: WorkbookDocument
  style: CSSProperties
  children: ReactNode
}) {
  const theme = useTheme(document)
  const mode = themeOnBackground(style.backgroundColor ?? theme.properties['--canvas']) ?? theme.mode
  const maxWidth = style.maxWidth ?? theme.maxWidth
  const hasGround =
    mode !== undefined || theme.properties['--canvas'] !== undefined || style.backgroundColor !== undefined
  const page = (
    <div
      data-theme={mode}
      className={classNames('min-h-full text-ink', hasGround && 'bg-canvas')}
      style={{ ...theme.properties, ...style, maxWidth: undefined }}
    >
      <div className="mx-auto" style={{ maxWidth }}>
        {children}
      </div>
    </div>
  )
  return (
    <ThemeContext value={theme}>
      {mode ? <SurfaceThemeProvider value={mode}>{page}</SurfaceThemeProvider> : page}
    </ThemeContext>
  )
}

const builtIn: readonly unknown[] = ['Light', 'Dark', 'Surface']

/** A theme in the embed's address replaces the workbook's. */
function asNamed(document: WorkbookDocument): WorkbookDocument {
  const { theme: name } = embedParameters
  if (name === undefined || !builtIn.includes(name)) return document
  return { ...document, settings: { ...document.settings, theme: { name } } }
}

/** Returns the same object while the theme is unchanged, so that other edits do not render tiles again. */
function useTheme(document: WorkbookDocument): WorkbookTheme {
  const known = useRef<WorkbookTheme>(undefined)
  const theme = workbookTheme(asNamed(document))
  if (!known.current || !sameJson(known.current, theme)) known.current = theme
  return known.current
}
