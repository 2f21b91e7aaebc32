import { type DrawContext, type DrawParts, drawContext } from './draw-context.ts'
import { fontFamilies } from './fonts.ts'
import { type Canvas, sheetCanvas } from './page-sizes.ts'
import type { ModelPage, ReportModel } from './report-model.ts'
import type {
  CardPaper,
  OnDrawn,
  PdfPaper,
  PicturePaper,
  ReportOrder,
  ReportPaper,
  SheetPaper,
  ShownPart,
} from './report-order.ts'
import { cardPicture, elementPicture, pagePicture, reportOfElement, reportPage } from './report-pages.ts'

/** The model for the template, and what the report lacks. */
export function reportModel(
  order: ReportOrder,
  parts: DrawParts,
  onDrawn: OnDrawn,
): { model: ReportModel; leftOut: string[]; rowCount: number } {
  const context = drawContext(order, parts)
  const { title, edition, paper } = order
  const { canvas, pages } = drawnOn(context, order, onDrawn)
  const model: ReportModel = {
    title,
    lang: (order.locale ?? 'en').slice(0, 2).toLowerCase(),
    paper: canvas.paper,
    scale: canvas.scale,
    fonts: fontFamilies,
    colors: context.colors,
    logo: hasHeader(order) && order.logo ? { alt: order.logo.alt } : null,
    footer: hasSheets(paper) ? { left: `${title} · ${edition}`, right: timeOf(order) } : null,
    pages,
  }
  return { model, leftOut: context.leftOut, rowCount: context.counted.rows }
}

function drawnOn(
  context: DrawContext,
  { paper, shown, further }: ReportOrder,
  onDrawn: OnDrawn,
): { canvas: Canvas; pages: ModelPage[] } {
  if (hasSheets(paper)) {
    const canvas = sheetCanvas(paper.pageSize, paper.layout)
    const drawings = [shown, ...further].flatMap((part): (() => ModelPage)[] =>
      'pageIds' in part
        ? part.pageIds.map((pageId) => () => reportPage(context, pageId, canvas))
        : [() => reportOfElement(context, part.elementId, canvas)],
    )
    onDrawn(0, drawings.length)
    const pages = drawings.map((draw, index) => {
      const page = draw()
      onDrawn(index + 1, drawings.length)
      return page
    })
    return { canvas, pages }
  }
  onDrawn(0, 1)
  const picture = pictureOn(context, paper, shown)
  onDrawn(1, 1)
  return picture
}

function pictureOn(context: DrawContext, paper: PicturePaper | CardPaper, shown: ShownPart) {
  if (paper.kind === 'card') return cardPicture(context, 'pageIds' in shown ? (shown.pageIds[0] ?? '') : '')
  return 'pageIds' in shown
    ? pagePicture(context, shown.pageIds[0] ?? '')
    : elementPicture(context, shown.elementId, paper)
}

/** Sheets and whole pages have a header; the picture of an element and a card have no room for it. */
const hasHeader = ({ paper, shown }: ReportOrder): boolean =>
  hasSheets(paper) || (paper.kind === 'png' && 'pageIds' in shown)

const hasSheets = (paper: ReportPaper): paper is PdfPaper | SheetPaper => paper.kind === 'pdf' || paper.kind === 'sheet'

/** When the report was made, with its zone: `2026-11-22 14:05 Europe/Zurich`. */
function timeOf({ madeAt, zone }: ReportOrder): string {
  const local = new Date(madeAt).toLocaleString('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  return `${local} ${zone}`
}
