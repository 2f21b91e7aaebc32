/** The parts of a spreadsheet file that are not rows (ECMA-376). */
import type { ZipPart } from './zip-file.ts'

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The parts that list the others. Sheets are the default type of `.xml`, so that their number need not be known at the beginning. */
export function documentParts(): ZipPart[] {
  return [
    {
      path: '[Content_Types].xml',
      content:
        `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
        `<Default Extension="xml" ContentType="${mediaType}.worksheet+xml"/>` +
        `<Override PartName="/xl/workbook.xml" ContentType="${mediaType}.sheet.main+xml"/>` +
        `<Override PartName="/xl/styles.xml" ContentType="${mediaType}.styles+xml"/></Types>`,
    },
    {
      path: '_rels/.rels',
      content:
        `${declaration}<Relationships xmlns="${packageRelations}">` +
        `<Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
  ]
}

/** The list of sheets, written when all are known. */
export function workbookPart(names: readonly string[]): ZipPart[] {
  const sheets = names.map((name, index) => {
    return `<sheet name="${attribute(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`
  })
  const links = names.map((_, index) => {
    return `<Relationship Id="rId${index + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`
  })
  const styles = `<Relationship Id="rId${names.length + 1}" Type="${relations}/styles" Target="styles.xml"/>`
  return [
    {
      path: 'xl/workbook.xml',
      content: `${declaration}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${sheets.join('')}</sheets></workbook>`,
    },
    {
      path: 'xl/_rels/workbook.xml.rels',
      content: `${declaration}<Relationships xmlns="${packageRelations}">${links.join('')}${styles}</Relationships>`,
    },
  ]
}

/** Everything before the rows: the header row is frozen. `widths`: of the columns, in letters. `depth`: levels of its outline. */
export function sheetStart(widths: readonly number[], isFirst: boolean, depth = 0): string {
  const columns = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  return (
    `${declaration}<worksheet xmlns="${main}">${depth > 0 ? '<sheetPr><outlinePr summaryBelow="0"/></sheetPr>' : ''}<sheetViews><sheetView${isFirst ? ' tabSelected="1"' : ''} workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<sheetFormatPr defaultRowHeight="15"${depth > 0 ? ` outlineLevelRow="${Math.min(depth, 7)}"` : ''}/>` +
    `${columns.length > 0 ? `<cols>${columns.join('')}</cols>` : ''}<sheetData>\n`
  )
}

/** Everything after the rows. */
export const sheetEnd = (merged = '') => `</sheetData>${merged}</worksheet>`

/** `isAtTop`: for merged labels; `isBold`: for rows of groups. */
interface CellLook {
  isAtTop?: boolean
  isBold?: boolean
}

/** Cell styles by number format and look. 0 is plain and 1 the header. */
export function createStyles() {
  const styles = new Map<string, number>()
  const formats: string[] = []
  const cells: string[] = []
  return {
    /** The style of a number format; 0 for none. */
    of(format: string | null, { isAtTop = false, isBold = false }: CellLook = {}): number {
      if (format === null && !isAtTop && !isBold) return 0
      const key = JSON.stringify([format, isAtTop, isBold])
      const known = styles.get(key)
      if (known !== undefined) return known
      const style = styles.size + 2
      styles.set(key, style)
      if (format !== null && !formats.includes(format)) formats.push(format)
      cells.push(cellStyle(format === null ? 0 : firstFormat + formats.indexOf(format), { isAtTop, isBold }))
      return style
    },
    /** Written last, when all are known. */
    part(): string {
      const written = formats.map((format, index) => {
        return `<numFmt numFmtId="${firstFormat + index}" formatCode="${attribute(format)}"/>`
      })
      return (
        `${declaration}<styleSheet xmlns="${main}">` +
        `${formats.length > 0 ? `<numFmts count="${formats.length}">${written.join('')}</numFmts>` : ''}` +
        '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>' +
        '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
        '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>' +
        '<fill><patternFill patternType="solid"><fgColor rgb="FFEEF1F5"/><bgColor indexed="64"/></patternFill></fill></fills>' +
        '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
        '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
        `<cellXfs count="${cells.length + 2}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>` +
        '<xf numFmtId="0" fontId="1" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1"/>' +
        `${cells.join('')}</cellXfs>` +
        '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
      )
    },
  }
}

/** Formats below are built in. */
const firstFormat = 164

function cellStyle(numberFormat: number, { isAtTop, isBold }: CellLook): string {
  const font = isBold ? 'fontId="1" applyFont="1"' : 'fontId="0"'
  const format = `<xf numFmtId="${numberFormat}" ${font} fillId="0" borderId="0" xfId="0" applyNumberFormat="1"`
  return isAtTop ? `${format} applyAlignment="1"><alignment vertical="top"/></xf>` : `${format}/>`
}

function attribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd')
}
