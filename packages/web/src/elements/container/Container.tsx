import { themeOnBackground } from '@octavo/core/display'
import type { BaseElement } from '@octavo/core/document'
import type { ReactNode } from 'react'
import { classNames } from '../../ui/index.ts'
import { useBackgroundPicture } from '../background-picture.ts'
import { elementStyle } from '../element-style.ts'
import { GridOrStack, gapOf } from '../GridOrStack.tsx'
import { SurfaceThemeProvider } from '../surface-theme.ts'

interface ContainerProps {
  element: BaseElement
  columns: number
  /** Rows that its children use; at least the container's own span. */
  rows: number
  isNarrow: boolean
  children: ReactNode
}

/** A box around other elements, which it arranges in a separate grid. */
export function Container({ element, columns, rows, isNarrow, children }: ContainerProps) {
  const { css, hasPadding, background } = elementStyle(element.style)
  const theme = themeOnBackground(background)
  const picture = useBackgroundPicture(element.backgroundImage, element)
  const box = (
    <div
      data-theme={theme}
      className={classNames('h-full rounded-lg', hasPadding && 'p-1.5', !element.style && 'border border-line')}
      style={{ ...css, ...picture }}
    >
      <GridOrStack
        holderId={element.id}
        columns={columns}
        rows={rows}
        isNarrow={isNarrow}
        gap={gapOf(element.elementGap, element.spacing)}
      >
        {children}
      </GridOrStack>
    </div>
  )
  return theme ? <SurfaceThemeProvider value={theme}>{box}</SurfaceThemeProvider> : box
}
