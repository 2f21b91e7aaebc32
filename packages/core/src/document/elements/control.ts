import { type TSchema, Type } from 'typebox'
import { Action } from './actions.ts'
import { DateOrRelative, dateRangeBranches } from './dates.ts'
import { defineElement } from './define.ts'
import { IncludeNulls, TextMode, topNBranches } from './shapes.ts'
import { ElementStyle } from './styles.ts'
import { closed, Details, ElementScalar, Id, optional, Text, variants, words } from './words.ts'

const Target = variants('kind', [
  closed({ kind: Type.Literal('table'), elementId: Id }),
  closed({ kind: Type.Literal('warehouse-table'), connectionId: Id, path: Type.Array(Id, { minItems: 1 }) }),
  closed({ kind: Type.Literal('data-model'), dataModelId: Id, elementId: Id }),
  closed({ kind: Type.Literal('dataset'), datasetId: Id }),
])
const ValueSource = variants('kind', [
  closed({ kind: Type.Literal('source'), source: Target, columnId: Id, displayColumnId: optional(Id) }),
  closed({
    kind: Type.Literal('manual'),
    valueType: words('text', 'number', 'date', 'boolean'),
    values: optional(Type.Array(ElementScalar)),
    labels: optional(Type.Array(Type.Union([Type.String(), Type.Null()]))),
  }),
])
const shared = {
  kind: Type.Literal('control'),
  id: Id,
  controlId: Id,
  name: optional(Text),
  filters: optional(Type.Array(closed({ source: Target, columnId: Id }))),
  parameters: optional(Type.Array(closed({ kind: Type.Literal('data-model'), dataModelId: Id, controlId: Id }))),
  style: optional(ElementStyle),
  actions: optional(Type.Array(Action)),
  x: optional(Details),
}
const body = (controlType: string, fields: Record<string, TSchema>) =>
  closed({ ...shared, controlType: Type.Literal(controlType), ...fields })
const Comparison = words('<=', '=', '>=')
const ListMode = words('include', 'exclude')
const numberRange = { min: optional(Type.Number()), max: optional(Type.Number()), includeNulls: optional(IncludeNulls) }
const track = { low: optional(Type.Number()), high: optional(Type.Number()), step: optional(Type.Number()) }
const onOff = { mode: words('True/False', 'True/All'), value: optional(Type.Boolean()) }

/** All control types, with their fields flat as in the published format. */
export const control = defineElement({
  kind: 'control',
  group: 'control',
  hasData: false,
  rows: 3,
  schema: variants('controlType', [
    variants('selectionMode', [
      body('list', {
        mode: optional(ListMode),
        source: optional(ValueSource),
        selectionMode: Type.Literal('single'),
        value: optional(ElementScalar),
      }),
      body('list', {
        mode: optional(ListMode),
        source: optional(ValueSource),
        selectionMode: optional(Type.Literal('multiple')),
        values: optional(Type.Array(ElementScalar)),
      }),
    ]),
    body('segmented', {
      source: optional(ValueSource),
      value: optional(ElementScalar),
      showClearLabel: optional(Type.Boolean()),
      clearLabel: optional(Text),
    }),
    body('hierarchy', {
      source: optional(closed({ source: closed({ kind: Type.Literal('table'), elementId: Id }), columnId: Id })),
      mode: optional(ListMode),
      values: optional(Type.Array(Type.Array(Text))),
    }),
    body('text', {
      mode: TextMode,
      value: optional(Text),
      case: optional(words('sensitive', 'insensitive')),
      includeNulls: optional(IncludeNulls),
      showOperators: optional(Type.Boolean()),
    }),
    body('text-area', { value: optional(Text) }),
    body('number', { mode: Comparison, value: optional(Type.Number()), includeNulls: optional(IncludeNulls) }),
    body('number-range', numberRange),
    body('slider', {
      mode: Comparison,
      ...track,
      value: optional(Type.Number()),
      includeNulls: optional(IncludeNulls),
    }),
    body('range-slider', { ...track, ...numberRange }),
    body('date', { mode: Comparison, value: optional(DateOrRelative), includeNulls: optional(IncludeNulls) }),
    variants(
      'mode',
      dateRangeBranches({
        ...shared,
        controlType: Type.Literal('date-range'),
        includeNulls: optional(IncludeNulls),
      }),
    ),
    body('checkbox', onOff),
    body('switch', onOff),
    variants('rankingFunction', topNBranches({ ...shared, controlType: Type.Literal('top-n') })),
    body('synced', {}),
    body('drill', {
      source: ValueSource,
      categories: Type.Array(closed({ columnId: Id })),
      targets: optional(
        Type.Array(closed({ source: Target, columnIds: Type.Array(Type.Union([Type.String(), Type.Null()])) })),
      ),
      value: optional(Type.Union([Type.String(), Type.Null()])),
    }),
    body('legend', {
      source: ValueSource,
      targets: optional(Type.Array(closed({ source: Target, columnId: Id }))),
      values: optional(Type.Array(ElementScalar)),
    }),
  ]),
})
