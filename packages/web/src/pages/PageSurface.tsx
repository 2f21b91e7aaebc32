import type { DocumentPage, WorkbookDocument } from '@octavo/core/document'
import { type CSSProperties, type ReactNode, useMemo } from 'react'
import { type OpenPage, useOpenPage } from '../editor/index.ts'
import { PageTheme, pictureAddress } from '../elements/index.tsx'

interface PageSurfaceProps {
  document: WorkbookDocument
  page: Pick<DocumentPage, 'id'>
  children: ReactNode
}

/** A page that is full is so although the workbook has a width. */
const widths: Record<string, number | 'none'> = { full: 'none', large: 1280, medium: 960 }

/** The ground of a page: the theme of its workbook, its own colour, picture and width. */
export function PageSurface({ document, page, children }: PageSurfaceProps) {
  const own = useMemo(
    () => [...document.pages, ...document.overlays].find(({ id }) => id === page.id),
    [document, page.id],
  )
  const open = useOpenPage()
  return (
    <PageTheme document={document} style={own ? groundOf(own, open) : {}}>
      {children}
    </PageTheme>
  )
}

const fits: Record<string, string> = {
  contain: 'contain',
  cover: 'cover',
  none: 'auto',
  'scale-down': 'contain',
  stretch: '100% 100%',
}
const places: Record<string, string> = { start: '0%', middle: '50%', end: '100%' }

/** Pictures of this server only: the security policy of the app loads none from elsewhere. */
function groundOf(page: object, open: OpenPage): CSSProperties {
  const { backgroundColor, backgroundImage, pageWidth } = page as Record<string, unknown>
  const isColor = typeof backgroundColor === 'string' && /^#([\da-f]{3}|[\da-f]{6})$/i.test(backgroundColor)
  return {
    ...(isColor ? { backgroundColor } : {}),
    ...pictureOf(backgroundImage, open),
    ...(widths[String(pageWidth)] === undefined ? {} : { maxWidth: widths[String(pageWidth)] }),
  }
}

function pictureOf(image: unknown, open: OpenPage): CSSProperties {
  const { source, style } = record(image)
  const address = pictureAddress(source, open)
  if (address === undefined) return {}
  const { fit, horizontalAlign, verticalAlign, tiling } = record(style)
  return {
    backgroundImage: `url(${JSON.stringify(address)})`,
    backgroundSize: fits[String(fit)] ?? 'cover',
    backgroundRepeat: tiling === 'repeat' ? 'repeat' : 'no-repeat',
    backgroundPosition: `${places[String(horizontalAlign)] ?? '50%'} ${places[String(verticalAlign)] ?? '50%'}`,
  }
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}
