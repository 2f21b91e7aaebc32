import { Type } from 'typebox'
import { BarLabel } from './axes.ts'
import { waterfallUses } from './channels.ts'
import { defineElement } from './define.ts'
import { cartesian } from './shapes.ts'
import {
  Aggregation,
  Color,
  closed,
  Id,
  Num,
  nullable,
  optional,
  Pointer,
  Text,
  Toggle,
  variants,
  words,
} from './words.ts'

const { actions: _actions, trendlines: _trendlines, ...shared } = cartesian
const Total = closed({ label: optional(Text), visibility: optional(Toggle) })

/** Steps from a start to an end; no actions and no trend lines. */
export const waterfallChart = defineElement({
  kind: 'waterfall-chart',
  group: 'chart',
  hasData: true,
  rows: 11,
  pointers: ['splitBy'],
  channels: waterfallUses,
  schema: closed({
    ...shared,
    kind: Type.Literal('waterfall-chart'),
    grouping: optional(words('stacked', 'clustered')),
    dataLabel: optional(BarLabel),
    splitBy: optional(Pointer),
    startPoint: optional(
      closed({
        label: optional(Text),
        visibility: optional(Toggle),
        value: optional(
          variants('type', [
            closed({ type: Type.Literal('first-value') }),
            closed({ type: Type.Literal('constant'), value: optional(nullable(Num, 'number or null')) }),
            closed({ type: Type.Literal('column'), columnId: Id, func: Aggregation }),
          ]),
        ),
      }),
    ),
    waterfallColors: optional(closed({ increase: optional(Color), decrease: optional(Color), total: optional(Color) })),
    waterfallShape: optional(
      closed({
        calculation: optional(words('sum', 'difference')),
        connectorLine: optional(Toggle),
        connectorLineColor: optional(Color),
        subtotal: optional(Total),
        endTotal: optional(Total),
      }),
    ),
  }),
})
