import { type TSchema, Type } from 'typebox'
import { defineElement } from './define.ts'
import { ConditionalFormats, Description, Filter, Format, Sort, Title } from './shapes.ts'
import { ElementStyle, TableStyle } from './styles.ts'
import {
  closed,
  Details,
  ElementScalar,
  Flag,
  Id,
  NumberOrFormula,
  optional,
  Text,
  Toggle,
  variants,
  words,
} from './words.ts'

/** Columns that every input table has; their ids are fixed and they have no type. */
export const systemColumns = ['ID', 'CREATED_AT', 'CREATED_BY', 'UPDATED_AT', 'UPDATED_BY'] as const

const column = (fields: Record<string, TSchema>) =>
  closed({
    id: Id,
    name: optional(Text),
    description: optional(Text),
    hidden: optional(Flag),
    format: optional(Format),
    x: optional(Details),
    ...fields,
  })
const Column = Type.Union(
  [
    column({ id: words(...systemColumns) }),
    column({ key: Id }),
    column({
      type: words('text', 'number', 'datetime', 'checkbox', 'multi-select', 'file'),
      values: optional(Type.Array(ElementScalar)),
      valuesFrom: optional(closed({ element: Id, column: Id })),
      range: optional(closed({ min: optional(NumberOrFormula), max: optional(NumberOrFormula) })),
      pills: optional(words('single-color', 'color-by-option')),
      maxFileNum: optional(Type.Integer({ minimum: 1 })),
      maxFileSizeMb: optional(Type.Number({ minimum: 1, maximum: 200 })),
      acceptedFileTypes: optional(Type.Array(Text)),
    }),
    column({ formula: Text }),
  ],
  { expected: 'column' },
)

/** Rows are not part of the document. */
export const inputTable = defineElement({
  kind: 'input-table',
  group: 'table',
  hasData: true,
  rows: 14,
  schema: closed({
    id: Id,
    kind: Type.Literal('input-table'),
    source: variants('kind', [
      closed({ kind: Type.Literal('empty'), connectionId: Id, writebackSchema: optional(Text) }),
      closed({
        kind: Type.Literal('linked'),
        from: Id,
        writebackSchema: optional(Text),
        connectionId: optional(Id),
      }),
    ]),
    inputMode: words('edit', 'explore', 'view'),
    columns: Type.Array(Column),
    name: optional(Title),
    description: optional(Description),
    noDataText: optional(Text),
    style: optional(ElementStyle),
    tableStyle: optional(TableStyle),
    tableComponents: optional(closed({ table: optional(Toggle), summaryBar: optional(Toggle) })),
    conditionalFormats: optional(ConditionalFormats),
    summary: optional(Type.Array(Id)),
    sort: optional(Type.Array(Sort)),
    filters: optional(Type.Array(Filter)),
    x: optional(Details),
  }),
})
