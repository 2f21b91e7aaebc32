import { Type } from 'typebox'
import { AxisSort } from './axes.ts'
import { pivotUses } from './channels.ts'
import { defineElement } from './define.ts'
import { ConditionalFormats, dataElement, Folders, Format } from './shapes.ts'
import { FrozenColumn, Sparkline, TableComponents, TableStyle } from './styles.ts'
import { CellAlign, Color, closed, Details, Id, Num, optional, Text, Toggle, Weight, words } from './words.ts'

const Shelf = Type.Array(
  closed({
    columnId: Id,
    sort: optional(AxisSort),
    showValuesAggregatedAt: optional(Type.Literal('every-parent-row')),
  }),
)
const Calculations = Type.Array(closed({ columnId: Id, formula: Text }))
const Widths = Type.Array(closed({ columnId: Id, width: Num }))

/** `values` are measures, in order; totals and calculations of members are separate fields. */
export const pivotTable = defineElement({
  kind: 'pivot-table',
  group: 'table',
  hasData: true,
  rows: 14,
  pointers: ['rowsBy', 'columnsBy'],
  channels: pivotUses,
  schema: closed({
    ...dataElement,
    kind: Type.Literal('pivot-table'),
    values: Type.Array(Id),
    rowsBy: optional(Shelf),
    columnsBy: optional(Shelf),
    totals: optional(
      closed({
        showSubtotals: optional(Text),
        subTotalColor: optional(Color),
        subTotalBackgroundColor: optional(Color),
        subTotalFontWeight: optional(Weight),
        showGrandTotals: optional(Text),
        grandTotalColor: optional(Color),
        grandTotalBackgroundColor: optional(Color),
        grandTotalFontWeight: optional(Weight),
        totalPosition: optional(words('first', 'last')),
      }),
    ),
    axisTotals: optional(
      Type.Array(
        closed({
          axisId: Id,
          calculations: optional(Calculations),
          cellFormats: optional(
            Type.Array(
              closed({
                columnId: Id,
                align: optional(CellAlign),
                backgroundColor: optional(Color),
                color: optional(Color),
                format: optional(Format),
                textWrap: optional(Text),
              }),
            ),
          ),
          label: optional(Text),
          visibility: optional(Toggle),
        }),
      ),
    ),
    display: optional(
      closed({
        rowLayout: optional(words('single-column', 'separate-columns')),
        stacked: optional(words('stacked', 'side-by-side')),
        measureShelfPosition: optional(Type.Integer({ minimum: -1 })),
        emptyCellDisplay: optional(Text),
        repeatRowLabels: optional(Toggle),
        showLabels: optional(Toggle),
        headerWidths: optional(
          closed({ columns: optional(Widths), measureLabelWidth: optional(Num), uniformWidth: optional(Num) }),
        ),
        bodyWidths: optional(closed({ columns: optional(Widths), uniformWidth: optional(Num) })),
      }),
    ),
    adhocCalcs: optional(
      Type.Array(
        closed({
          id: Id,
          inColumn: Id,
          position: words('above', 'below'),
          name: optional(Text),
          value: optional(Text),
          in: optional(Type.Array(closed({ columnId: Id, value: Text }))),
          anchorRow: optional(words('subtotal', 'data')),
          calculations: optional(Calculations),
          x: optional(Details),
        }),
      ),
    ),
    folders: optional(Folders),
    conditionalFormats: optional(ConditionalFormats),
    tableStyle: optional(TableStyle),
    tableComponents: optional(TableComponents),
    sparkline: optional(Sparkline),
    frozenColumn: optional(FrozenColumn),
  }),
})
