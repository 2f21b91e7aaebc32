import type { PageSize, ReportTheme } from '@octavo/core/contract'
import type { LevelRows } from '@octavo/core/display'
import type { WorkbookDocument } from '@octavo/core/document'
import type { LevelName } from '@octavo/core/types'

/** What a report shows: everything that the thread of the typesetter needs, and nothing that cannot travel there. */
export interface ReportOrder {
  /** Name of the workbook. */
  title: string
  /** Version, tag or view, as people read it: `Version 12`. */
  edition: string
  madeAt: number
  /** The organization's: times of the report are in it. */
  zone: string
  /** Name of the locale; null for the usual one. */
  locale: string | null
  paper: ReportPaper
  theme: ReportTheme
  /** With the elements that only compute. */
  document: WorkbookDocument
  /** Pages in their order, or one element. */
  shown: { pageIds: readonly string[] } | { elementId: string }
  /** Control values as text, by control id, in the zone of the organization. */
  controls: Readonly<Record<string, string>>
  /** Rows of each element, by element id; a computed element and a list of colours has one too. */
  data: ReadonlyMap<string, ReadonlyMap<LevelName, LevelRows>>
  /** Of the organization, in the header of sheets and pages. */
  logo: ReportLogo | null
  /** Uploaded pictures, by key. */
  pictures: ReadonlyMap<string, Uint8Array>
}

/** A PNG or JPEG. */
export interface ReportLogo {
  /** Whose it is. */
  alt: string
  content: Uint8Array
}

/** What a report is drawn on: the sheets of a PDF, a picture of the first of them, or another picture. */
export type ReportPaper = PdfPaper | SheetPaper | PicturePaper | CardPaper

export interface PdfPaper {
  kind: 'pdf'
  layout: 'portrait' | 'landscape'
  pageSize: PageSize
}

/** The first sheet of a PDF as a picture of this size. */
export interface SheetPaper extends Omit<PdfPaper, 'kind'> {
  kind: 'sheet'
  picture: PicturePaper
}

/** The top of a page, as small as the card of its workbook in lists. */
export interface CardPaper {
  kind: 'card'
}

/** Width and height in pixels, where they are asked for; else `scale` times the pixels of the screen. */
export interface PicturePaper {
  kind: 'png'
  width: number | null
  height: number | null
  scale: number
}

/** A finished report, and what it lacks. */
export interface Report {
  file: Uint8Array
  pageCount: number
  /** Rows of tables that are in it. */
  rowCount: number
  /** What was left out, as people read it: `"Orders" shows 1,000 rows of more`. */
  leftOut: string[]
  /** Characters that no font contains; they are shown as the replacement character. */
  missingLetters: string[]
}
