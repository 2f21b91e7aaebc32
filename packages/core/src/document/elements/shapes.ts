import { formatSpecifier } from 'd3-format'
import { type TSchema, Type } from 'typebox'
import { Action } from './actions.ts'
import { ChartColor, Legend, RefMark, Tooltip, Trellis, Trendline, XAxis, YAxis } from './axes.ts'
import { dateRangeBranches } from './dates.ts'
import { ColumnImage, ColumnStyle, conditionalFormat, ElementStyle, Sparkline } from './styles.ts'
import { WebAddress } from './web-address.ts'
import {
  Align,
  Color,
  closed,
  Details,
  Direction,
  ElementScalar,
  Id,
  optional,
  Size,
  Text,
  Toggle,
  variants,
  Weight,
  words,
} from './words.ts'

/** Shapes that several element kinds share: columns, filters, sources and formats. */

export const IncludeNulls = words('always', 'never', 'when-no-value-is-selected')
export const TextMode = words(
  'equals',
  'does-not-equal',
  'contains',
  'does-not-contain',
  'starts-with',
  'does-not-start-with',
  'ends-with',
  'does-not-end-with',
  'like',
  'not-like',
  'matches-regexp',
  'does-not-match-regexp',
)
export const Title = Type.Union(
  [
    Type.String(),
    closed({ visibility: Type.Literal('hidden') }),
    closed({
      text: Text,
      color: optional(Color),
      fontWeight: optional(Weight),
      fontSize: optional(Size),
      align: optional(Align),
    }),
  ],
  { expected: 'title' },
)
export const Description = Type.Union(
  [
    Type.String(),
    closed({
      visibility: optional(Toggle),
      text: optional(Text),
      color: optional(Color),
      fontWeight: optional(Weight),
      fontSize: optional(Size),
      position: optional(words('auto', 'below', 'tooltip')),
    }),
  ],
  { expected: 'description' },
)

export function numberFormatProblem(formatString: string): string | null {
  try {
    formatSpecifier(formatString)
    return null
  } catch {
    return 'Invalid number format string'
  }
}

export const Format = variants('kind', [
  closed({
    kind: Type.Literal('number'),
    formatString: optional(Type.String({ check: numberFormatProblem })),
    prefix: optional(Text),
    suffix: optional(Text),
    displayNullAs: optional(Text),
    decimalSymbol: optional(Text),
    digitGroupingSymbol: optional(Text),
    digitGroupingSize: optional(Type.Array(Type.Number())),
    currencySymbol: optional(Text),
  }),
  closed({ kind: Type.Literal('datetime'), formatString: optional(Text) }),
])

export const Column = closed({
  id: Id,
  formula: Text,
  name: optional(Text),
  description: optional(Text),
  hidden: optional(Type.Boolean()),
  format: optional(Format),
  image: optional(ColumnImage),
  sparkline: optional(Sparkline),
  style: optional(ColumnStyle),
  link: optional(
    variants('kind', [
      closed({ kind: Type.Literal('column'), columnId: Id }),
      closed({ kind: Type.Literal('formula'), formula: Text }),
    ]),
  ),
  showOnSegments: optional(Toggle),
  showOnTotals: optional(Toggle),
  x: optional(Details),
})

export const Sort = closed({
  columnId: Id,
  direction: Direction,
  nulls: optional(words('first', 'last', 'connection-default')),
})

export function topNBranches(shared: Record<string, TSchema>): TSchema[] {
  return [
    closed({
      ...shared,
      rankingFunction: words('rank', 'rank-dense', 'row-number'),
      mode: words('top-n', 'bottom-n'),
      rowCount: optional(Type.Number()),
      includeNulls: optional(IncludeNulls),
    }),
    closed({
      ...shared,
      rankingFunction: words('rank-percentile', 'cume-dist'),
      mode: words('top-percentile', 'bottom-percentile'),
      percentile: optional(Type.Number()),
      includeNulls: optional(IncludeNulls),
    }),
  ]
}

const filterShared = (kind: string) => ({
  id: Id,
  columnId: Id,
  state: optional(words('enabled', 'disabled')),
  kind: Type.Literal(kind),
  x: optional(Details),
})
export const Filter = variants('kind', [
  closed({
    ...filterShared('list'),
    mode: optional(words('include', 'exclude')),
    values: optional(Type.Array(ElementScalar)),
  }),
  closed({
    ...filterShared('number-range'),
    min: optional(Type.Number()),
    max: optional(Type.Number()),
    includeNulls: optional(IncludeNulls),
  }),
  variants('mode', dateRangeBranches({ ...filterShared('date-range'), includeNulls: optional(IncludeNulls) })),
  closed({
    ...filterShared('text-match'),
    mode: TextMode,
    value: optional(Text),
    case: optional(words('sensitive', 'insensitive')),
    includeNulls: optional(IncludeNulls),
  }),
  variants('rankingFunction', topNBranches(filterShared('top-n'))),
  closed({
    ...filterShared('hierarchy'),
    mode: optional(words('include', 'exclude')),
    values: optional(Type.Array(Type.Array(Text))),
  }),
])

const tableRefs = [
  closed({ kind: Type.Literal('warehouse-table'), connectionId: Id, path: Type.Array(Id, { minItems: 1 }) }),
  closed({ kind: Type.Literal('table'), elementId: Id, groupingId: optional(Id) }),
  closed({ kind: Type.Literal('data-model'), dataModelId: Id, elementId: Id, groupingId: optional(Id) }),
  closed({ kind: Type.Literal('dataset'), datasetId: Id }),
]
export const TableRef = variants('kind', tableRefs)

const transposeShared = { kind: Type.Literal('transpose'), source: TableRef }
export const Source = variants('kind', [
  ...tableRefs,
  closed({ kind: Type.Literal('sql'), connectionId: Id, statement: Text }),
  closed({
    kind: Type.Literal('join'),
    name: optional(Text),
    primarySource: optional(TableRef),
    joins: Type.Array(
      closed({
        left: TableRef,
        right: TableRef,
        name: optional(Text),
        joinType: optional(words('inner', 'left-outer', 'right-outer', 'full-outer', 'lookup')),
        columns: Type.Array(
          closed({
            left: Text,
            right: Text,
            op: optional(
              words(
                '=',
                '!=',
                '<',
                '<=',
                '>',
                '>=',
                'within',
                'intersects',
                'is-distinct-from',
                'is-not-distinct-from',
              ),
            ),
          }),
        ),
      }),
      { minItems: 1 },
    ),
  }),
  closed({
    kind: Type.Literal('union'),
    name: optional(Text),
    sources: Type.Array(TableRef, { minItems: 1 }),
    matches: Type.Array(
      closed({ outputColumnName: Text, sourceColumns: Type.Array(Type.Union([Type.String(), Type.Null()])) }),
    ),
  }),
  variants('direction', [
    closed({
      ...transposeShared,
      direction: Type.Literal('row-to-column'),
      columnToTranspose: Text,
      valueColumn: Text,
      outputColumns: Type.Array(Text),
      aggregate: words('min', 'max', 'count', 'count-if', 'count-distinct', 'sum', 'avg', 'median'),
    }),
    closed({
      ...transposeShared,
      direction: Type.Literal('column-to-row'),
      columnsToMerge: Type.Array(Text),
      columnLabelForMergedColumns: Text,
      columnLabelForValues: Text,
    }),
  ]),
  closed({ kind: Type.Literal('csv-table'), connectionId: Id, inodeId: Id }),
  closed({ kind: Type.Literal('metric-view'), connectionId: Id, path: Type.Array(Id, { minItems: 1 }) }),
  closed({ kind: Type.Literal('semantic-view'), connectionId: Id, path: Type.Array(Id, { minItems: 1 }) }),
])

const menuItem = { id: Id, name: Text, x: optional(Details) }
/**
 * Items that the author adds to the context menu of cells or marks, with one level of submenus. Items without a submenu start the actions
 * with the trigger `on-context-menu`.
 */
const ContextMenu = Type.Array(closed({ ...menuItem, items: optional(Type.Array(closed(menuItem))) }))

/** Fields of every element that reads data. */
export const dataElement = {
  id: Id,
  source: Source,
  columns: Type.Array(Column),
  name: optional(Title),
  description: optional(Description),
  noDataText: optional(Text),
  filters: optional(Type.Array(Filter)),
  style: optional(ElementStyle),
  actions: optional(Type.Array(Action)),
  contextMenu: optional(ContextMenu),
  x: optional(Details),
}

export const ConditionalFormats = Type.Array(conditionalFormat(Format))
export const Folders = Type.Array(closed({ id: Id, name: Text, items: optional(Type.Array(Id)) }))

export const Stacking = words('none', 'stacked', 'normalized')
export const cartesian = {
  ...dataElement,
  xAxis: optional(XAxis),
  yAxis: YAxis,
  color: optional(ChartColor),
  legend: optional(Legend),
  tooltip: optional(Tooltip),
  refMarks: optional(Type.Array(RefMark)),
  trendlines: optional(Type.Array(Trendline)),
  trellis: optional(Trellis),
  backgroundImage: optional(closed({ url: WebAddress })),
}
