import { hexColor } from '@octavo/core/display'
import { type DocumentPage, overlayColor, type WorkbookDocument } from '@octavo/core/document'
import { type CSSProperties, type ReactNode, useMemo } from 'react'
import { PageTheme, useBackgroundPicture } from '../elements/index.tsx'

interface PageSurfaceProps {
  document: WorkbookDocument
  page: Pick<DocumentPage, 'id'>
  children: ReactNode
}

/** A page of full width ignores the width of the workbook. */
const widths: Record<string, number | 'none'> = { full: 'none', large: 1280, medium: 960 }

/** The background of a page: the theme of its workbook, its own colour, picture and width. */
export function PageSurface({ document, page, children }: PageSurfaceProps) {
  const own = useMemo(
    () => [...document.pages, ...document.overlays].find(({ id }) => id === page.id),
    [document, page.id],
  )
  const ground = useGround(own ?? {})
  return (
    <PageTheme document={document} style={ground}>
      {children}
    </PageTheme>
  )
}

function useGround(page: object): CSSProperties {
  const fields = page as Record<string, unknown>
  const { backgroundImage, pageWidth } = fields
  const backgroundColor = overlayColor(fields) ?? hexColor(fields.backgroundColor)
  return {
    ...(backgroundColor ? { backgroundColor } : {}),
    ...useBackgroundPicture(backgroundImage),
    ...(widths[String(pageWidth)] === undefined ? {} : { maxWidth: widths[String(pageWidth)] }),
  }
}
