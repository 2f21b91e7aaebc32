import type { BaseElement } from '@octavo/core/document'
import type { CSSProperties, ReactNode } from 'react'
import { classNames } from '../../ui/index.ts'
import { elementStyle } from '../element-style.ts'
import { SurfaceThemeProvider, themeOnBackground } from '../surface-theme.ts'

interface ContainerProps {
  element: BaseElement
  columns: number
  /** Rows of the container's own span; its children share them. */
  rows: number
  isNarrow: boolean
  children: ReactNode
}

/** A box around other elements, with a grid of its own. */
export function Container({ element, columns, rows, isNarrow, children }: ContainerProps) {
  const { css, hasPadding, background } = elementStyle(element.style)
  const theme = themeOnBackground(background)
  const box = (
    <div
      data-theme={theme}
      className={classNames('h-full rounded-lg', hasPadding && 'p-1.5', !element.style && 'border border-line')}
      style={css}
    >
      <div className={isNarrow ? 'stack' : 'grid h-full'} style={isNarrow ? undefined : gridOf(columns, rows)}>
        {children}
      </div>
    </div>
  )
  return theme ? <SurfaceThemeProvider value={theme}>{box}</SurfaceThemeProvider> : box
}

function gridOf(columns: number, rows: number): CSSProperties {
  return {
    gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
    gridTemplateRows: `repeat(${rows}, minmax(0, 1fr))`,
  }
}
