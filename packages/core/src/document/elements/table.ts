import { Type } from 'typebox'
import { defineElement } from './define.ts'
import { ConditionalFormats, dataElement, Folders, Format, Sort } from './shapes.ts'
import { FrozenColumn, Sparkline, TableComponents, TableStyle } from './styles.ts'
import { closed, Details, Id, optional, Period, Text, words } from './words.ts'

const Grouping = closed({
  id: Id,
  groupBy: optional(Type.Array(Id)),
  calculations: optional(Type.Array(Id)),
  sort: optional(Type.Array(Sort)),
  x: optional(Details),
})
const Metric = closed({
  id: Id,
  formula: Text,
  name: optional(Text),
  description: optional(Text),
  format: optional(Format),
  isHighlighted: optional(Type.Boolean()),
  timeline: optional(
    closed({
      dateColumnId: Id,
      truncation: optional(Period),
      comparison: optional(
        closed({
          comparisonPeriod: Period,
          direction: optional(words('higher-is-better', 'lower-is-better')),
        }),
      ),
    }),
  ),
  x: optional(Details),
})
const Relationship = closed({
  id: Id,
  targetElementId: Id,
  keys: Type.Array(closed({ sourceColumnId: Id, targetColumnId: Id })),
  name: optional(Text),
  description: optional(Text),
  x: optional(Details),
})
const ColumnSecurity = closed({
  id: Id,
  restrictedColumns: Type.Array(Id),
  criteria: Type.Union(
    [
      closed({ kind: Type.Literal('no-one-can-view') }),
      closed({
        kind: Type.Literal('specific-users-and-teams'),
        assignments: Type.Array(
          Type.Union(
            [closed({ type: Type.Literal('user'), userId: Id }), closed({ type: Type.Literal('team'), teamId: Id })],
            { discriminator: 'type' },
          ),
        ),
      }),
      closed({
        kind: Type.Literal('user-attribute'),
        assignments: Type.Array(closed({ userAttributeId: Id, value: Text })),
      }),
    ],
    { discriminator: 'kind' },
  ),
  x: optional(Details),
})

/** Workbook and data model table. */
export const table = defineElement({
  kind: 'table',
  group: 'table',
  hasData: true,
  rows: 14,
  schema: closed({
    ...dataElement,
    kind: Type.Literal('table'),
    visibleAsSource: optional(Type.Boolean()),
    metrics: optional(Type.Array(Metric)),
    relationships: optional(Type.Array(Relationship)),
    folders: optional(Folders),
    groupings: optional(Type.Array(Grouping)),
    summary: optional(Type.Array(Id)),
    order: optional(Type.Array(Id)),
    sort: optional(Type.Array(Sort)),
    columnSecurities: optional(Type.Array(ColumnSecurity)),
    tableStyle: optional(TableStyle),
    tableComponents: optional(TableComponents),
    conditionalFormats: optional(ConditionalFormats),
    sparkline: optional(Sparkline),
    frozenColumn: optional(FrozenColumn),
  }),
})
