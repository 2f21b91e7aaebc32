import type { PageSize, ReportTheme } from '@octavo/core/contract'
import type { LevelRows } from '@octavo/core/display'
import type { WorkbookDocument } from '@octavo/core/document'
import type { LevelName } from '@octavo/core/types'

/** Everything that the typesetter needs for a report, as values that can be sent to another process. */
export interface ReportOrder {
  /** Name of the workbook. */
  title: string
  /** Readable version, tag or view: `Version 12`. */
  edition: string
  madeAt: number
  /** The organization's zone; times of the report use it. */
  zone: string
  /** Name of the locale; null for the default. */
  locale: string | null
  paper: ReportPaper
  theme: ReportTheme
  /** Includes elements that only compute. */
  document: WorkbookDocument
  shown: ShownPart
  /** For sheets: parts that follow in the same file. */
  further: readonly ShownPart[]
  /** For a PDF: a picture of its first sheet too. */
  hasPreview: boolean
  /** Control values as text, by control id, in the zone of the organization. */
  controls: Readonly<Record<string, string>>
  /** Rows of each element, by element id; computed elements and colour lists have an entry too. */
  data: ReadonlyMap<string, ReadonlyMap<LevelName, LevelRows>>
  /** Logo of the organization, in the header of sheets and pages. */
  logo: ReportLogo | null
  /** Uploaded pictures, by key. */
  pictures: ReadonlyMap<string, Uint8Array>
}

/** Pages in their order, or one element. */
export type ShownPart = { pageIds: readonly string[] } | { elementId: string }

/** A PNG or JPEG. */
export interface ReportLogo {
  /** Name of its organization. */
  alt: string
  content: Uint8Array
}

/** The medium of a report: the sheets of a PDF, a picture of the first sheet, or another picture. */
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

/** The top of a page, in the size of its workbook's card in lists. */
export interface CardPaper {
  kind: 'card'
}

/** Requested width and height in pixels; by default `scale` times the pixels of the screen. */
export interface PicturePaper {
  kind: 'png'
  width: number | null
  height: number | null
  scale: number
}

/** Receives how many pages or elements of the workbook have been drawn; all of them: they are being typeset. */
export type OnDrawn = (done: number, total: number) => void

/** A finished report, and what it lacks. */
export interface Report {
  file: Uint8Array
  /** PNG of the first sheet, where the order asks for it. */
  preview?: Uint8Array
  pageCount: number
  /** Number of table rows in the report. */
  rowCount: number
  /** What was left out, as readable text: `"Orders" shows 1,000 rows of more`. */
  leftOut: string[]
  /** Characters that no font contains; they are shown as the replacement character. */
  missingLetters: string[]
}
