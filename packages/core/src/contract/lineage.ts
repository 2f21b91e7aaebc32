import { type Static, Type } from 'typebox'
import { countedPageOf, MemberId, pageQuery, Words } from './common.ts'
import { operation } from './define.ts'

export type UsingView = Static<typeof UsingView>
export const UsingView = Type.Object(
  {
    kind: Words(['custom', 'link', 'saved']),
    exploreKey: Type.Optional(Type.String({ description: 'Of a custom view or a link.' })),
    bookmarkId: Type.Optional(Type.String({ description: 'Of a saved view.' })),
    name: Type.Optional(Type.String({ description: 'Of a saved view.' })),
    ownerId: MemberId,
  },
  { $id: 'UsingView' },
)

export const viewsNote = {
  description:
    'Custom and saved views of the document that you may open and whose changes depend on it, or that show an older version that does; the newest 100.',
}

export type SourceUse = Static<typeof SourceUse>
export const SourceUse = Type.Object(
  {
    documentId: Type.String(),
    documentType: Words(['workbook', 'template', 'data-model', 'dataset']),
    name: Type.String(),
    path: Type.String(),
    ownerId: Type.String(),
    taggedSourceId: Type.Optional(Type.String({ description: 'Of a tagged version: the document that was tagged.' })),
    elements: Type.Array(
      Type.Object({
        elementId: Type.String(),
        kind: Type.String({ description: 'table, bar-chart, control, text, ...' }),
        name: Type.Optional(Type.String()),
        columnIds: Type.Array(Type.String(), { description: 'Columns that depend on it.' }),
        isWhole: Type.Boolean({ description: 'Its rows or one of its texts depend on it.' }),
      }),
      {
        description: 'Elements and controls that depend on it directly or indirectly, if you may see their pages.',
      },
    ),
    views: Type.Array(UsingView, viewsNote),
    otherViews: Type.Integer({
      description: 'How many more views depend on it: views of other people, and those beyond 100.',
    }),
    scheduleIds: Type.Array(Type.String(), {
      description: 'Schedules that send the document, if you may see them.',
    }),
    exportIds: Type.Array(Type.String(), { description: 'Your exports of the document that are still running.' }),
    embedIds: Type.Array(Type.String(), {
      description: 'Embeds that show any of its elements, if you may edit the document.',
    }),
  },
  { $id: 'SourceUse' },
)
export const SourceUsePage = countedPageOf(SourceUse, 'SourceUsePage')

export const listTableUses = operation({
  id: 'listTableUses',
  method: 'GET',
  path: '/v2/connections/tables/{tableId}/uses',
  tag: 'connections',
  summary: 'List where a table, or one of its columns, is used',
  description:
    'Published versions and tagged versions that you may see, with their custom and saved views, by id, including uses through data models.',
  params: Type.Object({ tableId: Type.String({ description: 'inodeId of the table; its urlId is accepted too.' }) }),
  query: Type.Object({
    ...pageQuery,
    column: Type.Optional(Type.String({ description: 'Name of a column. Absent: the table as a whole.' })),
  }),
  answers: { 200: SourceUsePage },
  errors: ['not_found'],
})

export const listDataModelUses = operation({
  id: 'listDataModelUses',
  method: 'GET',
  path: '/v2/dataModels/{dataModelId}/uses',
  tag: 'dataModels',
  summary: 'List where a data model, or one of its columns, metrics or relationships, is used',
  description:
    'For a metric or a relationship: the documents whose formulas refer to it, with the elements and columns, without their views.',
  params: Type.Object({ dataModelId: Type.String() }),
  query: Type.Object({
    ...pageQuery,
    elementId: Type.Optional(Type.String({ description: 'Absent: all elements.' })),
    columnId: Type.Optional(Type.String({ description: 'Absent: the elements as a whole.' })),
    metricId: Type.Optional(Type.String({ description: 'With elementId, without columnId.' })),
    relationshipId: Type.Optional(Type.String({ description: 'With elementId, without columnId and metricId.' })),
  }),
  answers: { 200: SourceUsePage },
  errors: ['not_found'],
})

export const lineageOperations = [listTableUses, listDataModelUses] as const
