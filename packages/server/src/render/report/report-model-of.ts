import { type DrawContext, drawContext } from './draw-context.ts'
import { fontFamilies, type ReportFonts } from './fonts.ts'
import { canvasOf } from './page-sizes.ts'
import type { ReportModel } from './report-model.ts'
import type { ReportOrder } from './report-order.ts'
import { reportOfElement, reportPage } from './report-pages.ts'

/** Everything that the template draws, and what the report lacks. */
export function reportModel(
  order: ReportOrder,
  parts: { fonts: ReportFonts; svg: DrawContext['svg'] },
): { model: ReportModel; leftOut: string[]; rowCount: number } {
  const context = drawContext(order, parts)
  const { shown, title, edition } = order
  const canvas = canvasOf(order.pageSize, order.layout)
  const pages =
    'pageIds' in shown
      ? shown.pageIds.map((pageId) => reportPage(context, pageId, canvas))
      : [reportOfElement(context, shown.elementId, canvas)]
  const model: ReportModel = {
    title,
    lang: (order.locale ?? 'en').slice(0, 2).toLowerCase(),
    paper: canvas.paper,
    scale: canvas.scale,
    fonts: fontFamilies,
    footer: { left: `${title} · ${edition}`, right: timeOf(order) },
    pages,
  }
  return { model, leftOut: context.leftOut, rowCount: context.counted.rows }
}

/** When the report was made, with its zone: `2026-11-22 14:05 Europe/Zurich`. */
function timeOf({ madeAt, zone }: ReportOrder): string {
  const local = new Date(madeAt).toLocaleString('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  return `${local} ${zone}`
}
