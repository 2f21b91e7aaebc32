import { Type } from 'typebox'
import { countedPageOf, Empty, Id, pageQuery, Timestamp } from './common.ts'
import { operation } from './define.ts'

/**
 * Templates that other organizations share with this one. There is no way to share templates with other organizations yet: lists are empty,
 * and there is no share to accept or to remove.
 */

const SharedTemplate = Type.Object(
  {
    providerOrganizationId: Id,
    name: Type.String(),
    shareId: Id,
    createdAt: Timestamp,
    description: Type.Optional(Type.String()),
    pending: Type.Optional(Type.Boolean()),
  },
  { $id: 'SharedTemplate' },
)

export const listTemplatesSharedWithYou = operation({
  id: 'listTemplatesSharedWithYou',
  method: 'GET',
  path: '/v2/shared_templates/shared_with_you',
  tag: 'sharedTemplates',
  summary: 'List templates that other organizations share with yours',
  description: 'Organizations cannot share templates with each other yet: the page is empty.',
  query: Type.Object({
    ...pageQuery,
    pending: Type.Optional(Type.Boolean({ description: 'true: shared and not accepted yet; false: accepted.' })),
  }),
  answers: { 200: countedPageOf(SharedTemplate, 'SharedTemplatePage') },
})

const columnNames = Type.Record(Type.String(), Type.String(), {
  description: 'Old name to new name; empty keeps the names.',
})

const ReceivedSourceSwap = Type.Union(
  [
    Type.Object({
      type: Type.Literal('table'),
      newInodeId: Type.String(),
      columns: columnNames,
      metrics: columnNames,
    }),
    Type.Object({ type: Type.Literal('connection'), newConnectionId: Type.String() }),
    Type.Object({ type: Type.Literal('connection'), newConnectionName: Type.String() }),
  ],
  { $id: 'ReceivedSourceSwap' },
)

const notYet = 'For the Admin account type. Organizations cannot share templates with each other yet: no share exists.'

export const acceptTemplateShare = operation({
  id: 'acceptTemplateShare',
  method: 'POST',
  path: '/v2/shared_templates/accept',
  tag: 'sharedTemplates',
  summary: 'Accept a template that another organization shares',
  description: notYet,
  body: Type.Object(
    {
      shareId: Type.String(),
      sourceSwaps: Type.Optional(
        Type.Record(Type.String(), ReceivedSourceSwap, {
          description: 'By the id of the table or connection in the organization that shares.',
        }),
      ),
    },
    { $id: 'AcceptTemplateShareRequest' },
  ),
  answers: { 200: Empty },
  errors: ['forbidden', 'not_found'],
})

export const deleteExternalShare = operation({
  id: 'deleteExternalShare',
  method: 'DELETE',
  path: '/v2/shared_templates/{shareId}',
  tag: 'sharedTemplates',
  summary: 'Drop a template that another organization shares',
  description: notYet,
  params: Type.Object({ shareId: Type.String() }),
  answers: { 200: Empty },
  errors: ['forbidden', 'not_found'],
})

export const sharedTemplateOperations = [listTemplatesSharedWithYou, acceptTemplateShare, deleteExternalShare] as const
