import { Type } from 'typebox'
import { WebAddress } from './web-address.ts'
import {
  Align,
  CellAlign,
  Color,
  closed,
  Dash,
  Details,
  ElementScalar,
  Flag,
  Id,
  LineWidth,
  mapOf,
  Num,
  NumberOrFormula,
  nullable,
  optional,
  Radius,
  Text,
  Toggle,
  variants,
  Weight,
  words,
} from './words.ts'

/** Appearance of elements, tables and cells. */

const boxStyle = {
  /** `none` is the only value; it and the border exclude each other on screen, not in the document. */
  padding: optional(Type.Literal('none')),
  backgroundColor: optional(Color),
  borderRadius: optional(Radius),
  borderWidth: optional(Type.Number({ minimum: 0 })),
  borderColor: optional(Color),
}
export const ElementStyle = closed(boxStyle)
export const ImageStyle = closed({
  ...boxStyle,
  fit: optional(Text),
  horizontalAlign: optional(Align),
  verticalAlign: optional(Align),
  tiling: optional(words('none', 'repeat')),
  shape: optional(words('rectangle', 'circle')),
})

export const ImageSource = variants('kind', [
  closed({ kind: Type.Literal('url'), url: WebAddress }),
  closed({ kind: Type.Literal('upload'), key: Text }),
])
/** For containers, pages and overlays; an older form is the address alone. */
export const BackgroundImage = Type.Union(
  [
    closed({
      source: ImageSource,
      style: optional(
        closed({
          fit: optional(words('contain', 'cover', 'none', 'scale-down', 'stretch')),
          horizontalAlign: optional(Align),
          verticalAlign: optional(Align),
          tiling: optional(words('none', 'repeat')),
        }),
      ),
    }),
    closed({ url: WebAddress }),
  ],
  { expected: 'background image' },
)

const cellText = {
  fontSize: optional(Num),
  fontWeight: optional(Weight),
  color: optional(Color),
  backgroundColor: optional(Color),
  align: optional(CellAlign),
  verticalAlign: optional(Text),
  textWrap: optional(words('wrap', 'clip')),
}
const CellText = closed({ font: optional(Text), ...cellText })
export const ColumnStyle = closed({
  align: optional(CellAlign),
  verticalAlign: optional(Text),
  width: optional(Num),
  backgroundColor: optional(Color),
  color: optional(Color),
  textWrap: optional(words('wrap', 'clip')),
})
export const ColumnImage = nullable(
  variants('type', [
    closed({ type: Type.Literal('original') }),
    closed({
      type: Type.Literal('fixed'),
      height: optional(Num),
      width: optional(Num),
      preserveAspectRatio: optional(words('preserve', 'stretch')),
    }),
  ]),
  'image',
)

export const Interpolation = words('linear', 'monotone', 'step', 'step-before', 'step-after')
export const Missing = words('zero', 'interpolate', 'hide')
const PointShape = words('circle', 'square', 'cross', 'diamond', 'triangle-up')
export const PointStyle = closed({
  visibility: optional(Toggle),
  shape: optional(PointShape),
  size: optional(Num),
})
export const Sparkline = closed({
  shape: optional(words('line', 'bar')),
  color: optional(Color),
  interpolation: optional(Interpolation),
  missing: optional(Missing),
  line: optional(closed({ style: optional(Dash), width: optional(LineWidth) })),
  tooltip: optional(Toggle),
  points: optional(PointStyle),
  labels: optional(closed({ visibility: optional(Toggle), color: optional(Color), fontSize: optional(Num) })),
})

export const TableStyle = closed({
  preset: optional(words('spreadsheet', 'presentation')),
  cellSpacing: optional(words('extra-small', 'small', 'medium', 'large')),
  gridLines: optional(words('none', 'vertical', 'horizontal', 'all')),
  banding: optional(Toggle),
  bandingColor: optional(Color),
  outerBorder: optional(Toggle),
  headerDividerColor: optional(Color),
  autofitColumns: optional(Toggle),
  heavyVerticalDividers: optional(Toggle),
  heavyHorizontalDividers: optional(Toggle),
  textStyles: optional(
    closed({
      header: optional(CellText),
      cell: optional(CellText),
      columnHeader: optional(CellText),
      rowHeader: optional(CellText),
    }),
  ),
})
/** Not all names are known. */
export const TableComponents = mapOf(Toggle)
export const FrozenColumn = nullable(
  closed({ columnId: Id, fieldValues: optional(mapOf(ElementScalar)) }),
  'object or null',
)

/** `Format` is a parameter because it is defined with the columns. */
export function conditionalFormat(Format: Parameters<typeof optional>[0]) {
  const CellStyle = closed({
    backgroundColor: optional(Color),
    color: optional(Color),
    bold: optional(Flag),
    italic: optional(Flag),
    underline: optional(Flag),
    format: optional(Format),
  })
  const shared = {
    columnIds: Type.Array(Id, { minItems: 1 }),
    includeValues: optional(Flag),
    includeSubtotals: optional(Flag),
    includeGrandTotals: optional(Flag),
    x: optional(Details),
  }
  const single = { ...shared, type: Type.Literal('single'), style: optional(CellStyle) }
  const scheme = optional(Type.Array(Text, { minItems: 2 }))
  const domain = optional(
    closed({ min: optional(NumberOrFormula), max: optional(NumberOrFormula), mid: optional(NumberOrFormula) }),
  )
  const order = optional(words('ascending', 'descending'))
  return variants('type', [
    variants('condition', [
      closed({ ...single, condition: words('IsNull', 'IsNotNull') }),
      closed({
        ...single,
        condition: words('=', '!=', '>', '>=', '<', '<=', 'Contains', 'NotContains', 'StartsWith', 'EndsWith'),
        value: ElementScalar,
      }),
      closed({
        ...single,
        condition: words('Between', 'NotBetween'),
        low: ElementScalar,
        high: ElementScalar,
      }),
      closed({ ...single, condition: Type.Literal('formula'), formula: Text }),
    ]),
    closed({
      ...shared,
      type: words('backgroundScale', 'fontScale'),
      scheme,
      domain,
      order,
      nullBehavior: optional(words('asZero', 'asNull')),
      steps: optional(Num),
    }),
    closed({ ...shared, type: Type.Literal('dataBars'), scheme, domain, order, valueLabels: optional(Toggle) }),
  ])
}
