import { Resvg } from '@resvg/resvg-js'
import { fontFamilies, type ReportFonts } from './fonts.ts'

const fontOptions = ({ paths }: ReportFonts) => ({
  fontFiles: paths,
  loadSystemFonts: false,
  defaultFontFamily: fontFamilies[0],
})

/** Converts the letters of an SVG to outlines, because nested pictures are drawn without fonts. */
export const withOutlines = (svg: string, fonts: ReportFonts): string =>
  new Resvg(withCorners(svg), { font: fontOptions(fonts) }).toString()

/**
 * Gives each clipped group a pixel that cannot be seen. The drawing library ends its process at a clipped group that is entirely outside of
 * the picture, such as a line of a chart whose axis begins above all of its values.
 */
export const withCorners = (svg: string): string =>
  svg.replace(/<g [^>]*clip-path="[^>]*[^/>]>/g, '$&<path d="M0 0h1v1h-1z" fill-opacity="0.001"/>')

/** The size of an SVG in its own units, from its view box. */
export function sizeOfSvg(svg: string): { width: number; height: number } {
  const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? []
  if (width === undefined || height === undefined) throw new Error('The typesetter gave no picture.')
  return { width: Number(width), height: Number(height) }
}

/**
 * The first sheet of an SVG of the typesetter, which draws the sheets one below the other. The others are removed, not only hidden: the
 * drawing library ends the process at some shapes that are far outside of the picture.
 */
export function firstSheetOfSvg(svg: string, { width, height }: { width: number; height: number }): string {
  const head = /^<svg[^>]*>/.exec(svg)?.[0]
  const end = svg.lastIndexOf('</svg>')
  if (head === undefined || end < 0) throw new Error('The typesetter gave no picture.')
  const smaller = head
    .replace(/ viewBox="[^"]*"/, ` viewBox="0 0 ${width} ${height}"`)
    .replace(/ width="[^"]*"/, ` width="${width}"`)
    .replace(/ height="[^"]*"/, ` height="${height}"`)
  let backgrounds = 0
  // Each child of the drawing begins a line and is indented by four spaces; its own children are indented by more.
  const children = svg
    .slice(head.length, end)
    .split(/\n(?= {4}<[a-z])/)
    .filter((child) => {
      if (child.startsWith('    <path')) return ++backgrounds === 1
      const [, top = '0'] = /^ {4}<g transform="matrix\(1 0 0 1 0 ([\d.]+)\)"/.exec(child) ?? []
      return Number(top) < height - 1
    })
  return `${smaller}${children.join('\n')}</svg>`
}

/** The SVG as PNG, `width` pixels wide, on a background. Its letters are already outlines. */
export function pngOf(svg: string, width: number, background: string): Uint8Array {
  const drawing = new Resvg(svg, {
    fitTo: { mode: 'width', value: width },
    background,
    font: { loadSystemFonts: false },
  })
  return new Uint8Array(drawing.render().asPng())
}
