import { type Static, Type } from 'typebox'
import { AuditFields, countedPageOf, nameOfMost, pageQuery, Timestamp, Words } from './common.ts'
import { empty, operation } from './define.ts'
import { DocumentWarnings } from './document-findings.ts'
import {
  ConnectionMapping,
  publishesSwap,
  SourceMapping,
  SwapSourcesRequest,
  SwapSourcesResult,
  sourceSwapPolicyId,
  swapErrors,
  swapReportFields,
} from './source-swaps.ts'
import { writeQuery } from './workbook-spec.ts'
import { workbookId } from './workbooks.ts'

const templateId = Type.String({ description: 'Id of the template; its urlId is accepted too.' })

export type Template = Static<typeof Template>
export const Template = Type.Object(
  {
    templateId: Type.String(),
    templateUrlId: Type.String({ description: 'The id in base 62, as in browser addresses.' }),
    name: Type.String(),
    url: Type.String({ description: 'Browser address.' }),
    path: Type.String({
      description: 'Names of the folders that contain it, from the workspace or My Documents down.',
    }),
    latestVersion: Type.Number({ description: 'The published version.' }),
    ownerId: Type.String(),
    description: Type.Optional(Type.String()),
    isArchived: Type.Optional(Type.Boolean()),
    tags: Type.Optional(Type.Array(Type.Object({ versionTagId: Type.String(), name: Type.String() }))),
    ...AuditFields,
  },
  { $id: 'Template' },
)

export const listTemplates = operation({
  id: 'listTemplates',
  method: 'GET',
  path: '/v2/templates',
  tag: 'templates',
  summary: 'List the templates that you can reach',
  query: Type.Object({
    ...pageQuery,
    source: Type.Optional(
      Words(['internal', 'external'], {
        description:
          'Templates of your organization, or templates that others shared with it, which is not supported yet.',
      }),
    ),
    search: Type.Optional(Type.String({ description: 'A part of the name, any case.' })),
  }),
  answers: { 200: countedPageOf(Template, 'TemplatePage') },
})

export const getTemplate = operation({
  id: 'getTemplate',
  method: 'GET',
  path: '/v2/templates/{templateId}',
  tag: 'templates',
  summary: 'Get a template',
  description:
    'A template is a workbook that others start from. What it contains is read and changed by the operations of workbooks, ' +
    'which accept its id; files move, rename, share and delete it.',
  params: Type.Object({ templateId }),
  etag: true,
  answers: { 200: Template },
  errors: ['not_found'],
})

export type SaveTemplateRequest = Static<typeof SaveTemplateRequest>
export const SaveTemplateRequest = Type.Object(
  {
    name: Type.Optional(nameOfMost(255)),
    ownerId: Type.Optional(
      Type.String({ description: 'memberId of the owner, in whose My Documents the template is saved. Absent: you.' }),
    ),
    tag: Type.Optional(Type.String({ description: 'Name or id of a version tag: that version is saved.' })),
    exploreKey: Type.Optional(Type.String({ description: 'Key of a custom view: what it shows is saved.' })),
    folderId: Type.Optional(Type.String({ description: 'Saves the template in this folder or workspace instead.' })),
  },
  { $id: 'SaveTemplateRequest' },
)

export const saveTemplateFromWorkbook = operation({
  id: 'saveTemplateFromWorkbook',
  method: 'POST',
  path: '/v2/workbooks/{workbookId}/saveTemplate',
  tag: 'workbooks',
  summary: 'Create a template from a workbook',
  description:
    'Saves a copy of the published version. You must be able to see the workbook, to create workbooks and to use ' +
    'the sources. The name is that of the workbook unless you send another one.',
  params: Type.Object({ workbookId }),
  body: SaveTemplateRequest,
  bodyOptional: true,
  answers: { 200: Type.Object({ templateId: Type.String() }, { $id: 'SavedTemplate' }) },
  errors: ['forbidden', 'not_found', 'invalid_document'],
})

export type UseTemplateRequest = Static<typeof UseTemplateRequest>
export const UseTemplateRequest = Type.Object(
  {
    templateId,
    folderId: Type.String({ description: 'Folder or workspace for the document; a homeFolderId for My Documents.' }),
    name: Type.Optional(nameOfMost(255)),
    description: Type.Optional(Type.String({ description: 'Absent: the name of the template.' })),
    updateAutomatically: Type.Optional(
      Type.Boolean({
        description:
          'True: each later version of the template is published in the workbook too, with the sources that this request replaces, until ' +
          'somebody publishes a change of the workbook itself. Absent: false.',
      }),
    ),
    sourceMapping: Type.Optional(
      Type.Array(SourceMapping, { maxItems: 1000, description: 'Sources of the template that the workbook replaces.' }),
    ),
    connectionMapping: Type.Optional(Type.Array(ConnectionMapping, { maxItems: 1000 })),
    sourceSwapPolicyId,
  },
  { $id: 'UseTemplateRequest' },
)

export type UsedTemplate = Static<typeof UsedTemplate>
export const UsedTemplate = Type.Object(
  {
    workbookId: Type.String(),
    unswappedSources: Type.Optional(
      Type.Array(Type.String(), { description: 'If sources were to be replaced: ids of those that were not.' }),
    ),
    unswappedConnections: Type.Optional(
      Type.Array(Type.String(), { description: 'The same for the connections of custom SQL.' }),
    ),
    ...swapReportFields,
    warnings: Type.Optional(DocumentWarnings),
  },
  { $id: 'UsedTemplate' },
)

export const saveWorkbookFromTemplate = operation({
  id: 'saveWorkbookFromTemplate',
  method: 'POST',
  path: '/v2/templates/save_workbook',
  tag: 'templates',
  summary: 'Create a workbook from a template',
  description:
    'The workbook is yours and starts as version 1. You must be able to use its sources: those of the template, or those ' +
    'that replace them. A replacement that does not exist is an error, and no workbook is made. With dryRun the answer also ' +
    'says which columns would be missing and which formulas would break.',
  body: UseTemplateRequest,
  answers: { 200: UsedTemplate },
  errors: ['forbidden', 'not_found', 'invalid_document', 'source_unavailable', 'query_cancelled', 'engine_unavailable'],
})

export type FollowedTemplate = Static<typeof FollowedTemplate>
export const FollowedTemplate = Type.Object(
  {
    isFollowing: Type.Boolean({ description: 'False: later versions of a template do not change the workbook.' }),
    templateId: Type.Optional(Type.String()),
    version: Type.Optional(Type.Integer({ description: 'The version of the template that the workbook has.' })),
    latestVersion: Type.Optional(Type.Integer({ description: 'The published version of the template.' })),
    state: Type.Optional(
      Words(['current', 'queued', 'skipped', 'failed'], {
        description:
          'current: the workbook has the latest version. queued: it gets it soon. skipped: its draft has changes; once the draft is discarded, ' +
          'the update is made. failed: `reason` says why; the next version of the template is tried again.',
      }),
    ),
    reason: Type.Optional(Type.String()),
    updatedAt: Type.Optional(Timestamp),
  },
  { $id: 'FollowedTemplate' },
)

export const getFollowedTemplate = operation({
  id: 'getFollowedTemplate',
  method: 'GET',
  path: '/v2/workbooks/{workbookId}/template',
  tag: 'workbooks',
  summary: 'Get the template that a workbook follows',
  description: 'For workbooks created with `updateAutomatically`, until a change of them is published.',
  params: Type.Object({ workbookId }),
  answers: { 200: FollowedTemplate },
  errors: ['not_found'],
})

export const unfollowTemplate = operation({
  id: 'unfollowTemplate',
  method: 'DELETE',
  path: '/v2/workbooks/{workbookId}/template',
  tag: 'workbooks',
  summary: 'Stop following a template',
  description: 'The workbook stays unchanged. Without a followed template nothing happens.',
  params: Type.Object({ workbookId }),
  answers: { 204: empty('The workbook follows no template.') },
  errors: ['forbidden', 'not_found'],
})

export const sourceSwapTemplate = operation({
  id: 'sourceSwapTemplate',
  method: 'POST',
  path: '/v2/templates/{templateId}/swapSources',
  tag: 'templates',
  summary: 'Point a template at other tables, data model versions or connections',
  description: publishesSwap,
  params: Type.Object({ templateId }),
  query: Type.Object(writeQuery),
  body: SwapSourcesRequest,
  bodyOptional: true,
  answers: { 200: SwapSourcesResult },
  errors: swapErrors,
})

export const templateOperations = [
  listTemplates,
  getTemplate,
  saveTemplateFromWorkbook,
  saveWorkbookFromTemplate,
  getFollowedTemplate,
  unfollowTemplate,
  sourceSwapTemplate,
] as const
