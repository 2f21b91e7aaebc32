/** The data of the template. All texts are data that the template never interprets as markup. Lengths are pixels of the canvas. */
export interface ReportModel {
  title: string
  lang: string
  /** In points; a null height fits the content. */
  paper: { width: number; height: number | null; margin: number }
  /** Points per pixel. */
  scale: number
  /** Font families in the order in which a letter is searched. */
  fonts: readonly string[]
  colors: { canvas: string; ink: string; muted: string; line: string; lineStrong: string; warning: string }
  /** Logo of the organization; its file is next to the data. */
  logo: { alt: string } | null
  /** Null for a picture. */
  footer: { left: string; right: string } | null
  pages: ModelPage[]
}

export interface ModelPage {
  /** The heading; empty for none. */
  name: string
  /** Values set by controls. */
  filters: { label: string; value: string }[]
  bands: Band[]
}

/** Elements that stay together on a sheet, one that may continue over several, or the end of a sheet. */
export type Band =
  | { kind: 'grid'; height: number; shrink: number; items: Item[] }
  | { kind: 'flow'; node: Node }
  | { kind: 'break' }

export interface Item {
  x: number
  y: number
  w: number
  h: number
  node: Node
}

/** `ink`: colour of texts without their own, when it differs from the report's. */
export type Node = (TileNode | TableNode | PictureNode | WordsNode | BoxNode | LineNode | MeterNode) & { ink?: string }

/** The frame of an element. */
export interface TileNode {
  kind: 'tile'
  frame: Frame
  title: Run[]
  titleHeight: number
  titleAlign: HorizontalAlign
  isTitleBelow: boolean
  body: Node
  /** Height inside the frame. */
  bodyHeight: number
  padding: { x: number; bottom: number }
  /** Note of what the element lacks here. */
  note: string
}

export interface Frame {
  fill?: string | undefined
  line?: string | undefined
  lineWidth?: number
  radius?: number
}

export interface TableNode {
  kind: 'table'
  widths: number[]
  /** Header rows, repeated on each sheet. */
  head: TableCell[][]
  rows: TableCell[][]
  /** Defaults to the height of the text. */
  rowHeight?: number
  headHeight: number
  lines: 'none' | 'vertical' | 'horizontal' | 'all'
  size: number
}

export interface TableCell {
  t: string
  a?: HorizontalAlign
  /** Fill, colour, bold, italic, underlined. */
  f?: string
  c?: string
  b?: boolean
  i?: boolean
  u?: boolean
  /** Text size in pixels, when it differs. */
  s?: number
  /** Indent before the text. */
  indent?: number
  bar?: { from: number; to: number; color: string }
  columns?: number
  rows?: number
  link?: string
}

export type HorizontalAlign = 'left' | 'center' | 'right'
export type VerticalAlign = 'top' | 'middle' | 'bottom'

export interface PictureNode {
  kind: 'picture'
  /** SVG, or the key of a picture file. */
  svg?: string
  file?: string
  alt: string
  fit: 'contain' | 'cover' | 'stretch'
}

/** Paragraphs of text. */
export interface WordsNode {
  kind: 'words'
  blocks: Block[]
  valign: VerticalAlign
  /** Below the words, in the remaining room. */
  picture?: PictureNode
}

export type Block =
  | {
      kind: 'paragraph' | 'heading'
      runs: Run[]
      align: HorizontalAlign | 'start' | 'justify'
      size: number
      bold: boolean
    }
  | { kind: 'list'; ordered: boolean; start: number; items: Block[][] }

export interface Run {
  t: string
  /** Size, colour, bold, italic. */
  s?: number
  c?: string
  b?: boolean
  i?: boolean
  u?: boolean
  strike?: boolean
  sub?: boolean
  sup?: boolean
  /** Background. */
  bg?: string
  link?: string
}

/** A box with elements inside. */
export interface BoxNode {
  kind: 'box'
  frame: Frame
  items: Item[]
}

export interface LineNode {
  kind: 'line'
  isUpright: boolean
  width: number
  color: string
  dash: 'solid' | 'dashed' | 'dotted'
  align: 'start' | 'center' | 'end'
}

/** A bar or ring that is partly filled. */
export interface MeterNode {
  kind: 'meter'
  share: number
  isRing: boolean
  color: string
  track: string
  thickness: number
  label: Run[]
  value: Run[]
  description: Run[]
}
