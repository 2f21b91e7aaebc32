import { fileURLToPath } from 'node:url'
import { NodeCompiler, PdfStandard } from '@myriaddreamin/typst-ts-node-compiler'
import { chartSvg, measureChartTexts } from './chart-svg.ts'
import { openFonts } from './fonts.ts'
import { mapShapes } from './map-shapes.ts'
import { cardSize, pictureWidth } from './page-sizes.ts'
import { firstSheetOfSvg, pngOf, sizeOfSvg, withOutlines } from './picture.ts'
import type { ReportModel } from './report-model.ts'
import { reportModel } from './report-model-of.ts'
import type { CardPaper, OnDrawn, PicturePaper, Report, ReportOrder, SheetPaper } from './report-order.ts'

const workspace = fileURLToPath(new URL('.', import.meta.url))

/** Number of compilations after which unused cache entries are removed. */
const kept = 10

/**
 * Makes reports one after the other. Loading takes about half a second, so it is done once for a process. Texts are passed to the template
 * only as JSON; the template is the same for every report.
 */
export function openTypesetter(): (order: ReportOrder, onDrawn: OnDrawn) => Report {
  const fonts = openFonts()
  measureChartTexts(fonts.textWidth)
  const compiler = NodeCompiler.create({ workspace, fontArgs: [{ fontBlobs: fonts.blobs }] })
  return (order, onDrawn) => {
    fonts.takeMissing()
    try {
      return typesetOnce(order, onDrawn)
    } catch (error) {
      if (order.logo === null) throw error
      // A corrupt logo must not make every report fail.
      const report = typesetOnce({ ...order, logo: null }, onDrawn)
      return {
        ...report,
        leftOut: ['The logo of the organization is not a picture that can be drawn.', ...report.leftOut],
      }
    }
  }

  function typesetOnce(order: ReportOrder, onDrawn: OnDrawn): Report {
    const { paper } = order
    const svg: typeof chartSvg =
      paper.kind === 'pdf' ? chartSvg : (option, size) => withOutlines(chartSvg(option, size), fonts)
    const { model, leftOut, rowCount } = reportModel(order, { fonts, svg, shapes: mapShapes }, onDrawn)
    // A picture has no links, and the typesetter does not escape the `&` of an address in its SVG, which nothing could read then.
    const isLeftOut = (key: string) => key === 'link' && paper.kind !== 'pdf'
    const data = JSON.stringify(model, (key, value: unknown) =>
      isLeftOut(key) ? undefined : typeof value === 'string' ? fonts.printable(value) : value,
    )
    compiler.resetShadow()
    compiler.mapShadow(`${workspace}report.json`, Buffer.from(data))
    if (order.logo) compiler.mapShadow(`${workspace}logo`, Buffer.from(order.logo.content))
    for (const [key, content] of order.pictures) compiler.mapShadow(`${workspace}pictures/${key}`, Buffer.from(content))
    const compiled = compiler.compile({ mainFilePath: `${workspace}report.typ` })
    const document = compiled.result
    if (document === null) throw new Error(problemsOf(compiler, compiled.takeError()))
    const file =
      paper.kind === 'pdf'
        ? new Uint8Array(compiler.pdf(document, { pdfStandard: PdfStandard.UA_1 }))
        : picture(compiler.plainSvg(document), { paper, sheet: model.paper, background: model.colors.canvas }, leftOut)
    compiler.evictCache(kept)
    return {
      file,
      pageCount: document.numOfPages,
      rowCount,
      leftOut,
      missingLetters: fonts.takeMissing(),
    }
  }
}

function picture(
  svg: string,
  {
    paper,
    sheet,
    background,
  }: { paper: PicturePaper | SheetPaper | CardPaper; sheet: ReportModel['paper']; background: string },
  leftOut: string[],
): Uint8Array {
  if (paper.kind === 'card') return pngOf(svg, cardSize.width * cardSize.density, background)
  // The typesetter draws all sheets one below the other.
  const drawn = paper.kind === 'sheet' && sheet.height !== null ? { ...sheet, height: sheet.height } : sizeOfSvg(svg)
  const { width, isSmaller } = pictureWidth(paper.kind === 'sheet' ? paper.picture : paper, drawn)
  if (isSmaller) leftOut.push(`The picture is ${width} pixels wide, less than asked for: it would be too large.`)
  return pngOf(paper.kind === 'sheet' ? firstSheetOfSvg(svg, drawn) : svg, width, background)
}

function problemsOf(
  compiler: NodeCompiler,
  error: ReturnType<ReturnType<NodeCompiler['compile']>['takeError']>,
): string {
  return error === null
    ? 'The typesetter gave no document.'
    : JSON.stringify(compiler.fetchDiagnostics(error)).slice(0, 2000)
}
