import { type Static, Type } from 'typebox'
import { Timestamp } from './common.ts'
import { operation } from './define.ts'
import { DocumentWarnings, Finding } from './document-findings.ts'
import { languageQuery } from './language-query.ts'
import { workbookId } from './workbooks.ts'

/** The document is validated by the document codec, which reports every problem with its path. */
export const DocumentBody = Type.Unsafe<Record<string, unknown>>({
  $id: 'DocumentBody',
  type: 'object',
  additionalProperties: true,
})

const envelope = {
  name: Type.String(),
  description: Type.Optional(Type.String()),
  url: Type.String({ description: 'Browser address.' }),
  documentVersion: Type.Number({ description: 'The version shown.' }),
  latestDocumentVersion: Type.Number({ description: 'The published version.' }),
  ownerId: Type.String(),
  folderId: Type.String(),
  createdBy: Type.String(),
  updatedBy: Type.String(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  schemaVersion: Type.Union([Type.Number(), Type.Literal('1')], {
    description: 'The number 1; text if it was sent as text.',
  }),
  kind: Type.Optional(Type.String()),
}

export type WorkbookSpec = Static<typeof WorkbookSpec>
export const WorkbookSpec = Type.Object(
  {
    workbookId: Type.String(),
    ...envelope,
    pages: Type.Optional(Type.Array(Type.Unknown())),
    document: Type.Optional(DocumentBody),
    contents: Type.Optional(DocumentBody),
  },
  { additionalProperties: true, $id: 'WorkbookSpec' },
)
export type DataModelSpec = Static<typeof DataModelSpec>
export const DataModelSpec = Type.Object(
  { dataModelId: Type.String(), ...envelope, pages: Type.Array(Type.Unknown()) },
  { additionalProperties: true, $id: 'DataModelSpec' },
)

export const specQuery = {
  documentVersion: Type.Optional(Type.Integer({ description: 'Read that version instead of the published one.' })),
  format: Type.Optional(
    Type.Union([Type.Literal('json'), Type.Literal('yaml'), Type.Literal('yml')], {
      description: 'Takes precedence over the Accept header. JSON when neither asks for YAML.',
    }),
  ),
  draft: Type.Optional(Type.Boolean({ description: 'Read the draft instead of the published version.' })),
}
export const writeQuery = {
  discardDraft: Type.Optional(
    Type.Boolean({ description: 'Replace the document even if its draft has unpublished changes.' }),
  ),
}

export const formQuery = {
  form: Type.Optional(
    Type.Union([Type.Literal('nested'), Type.Literal('document'), Type.Literal('contents')], {
      description:
        'nested: elements inside pages. document, contents: one flat `document` or `contents`, its layout mandatory. ' +
        'Default: the form in which the API last wrote the workbook; nested for a workbook that was created in the app.',
    }),
  ),
}

/** Returned by writes of a document, besides its id. */
export const writtenFields = {
  success: Type.Boolean(),
  documentVersion: Type.Number({ description: 'The version that was published.' }),
  warnings: Type.Optional(DocumentWarnings),
  valid: Type.Optional(Type.Boolean({ description: 'For a dry run: whether every data element returns rows.' })),
  errors: Type.Optional(Type.Array(Finding, { description: 'For a dry run: why elements return no rows.' })),
}

export type WorkbookSpecWritten = Static<typeof WorkbookSpecWritten>
export const WorkbookSpecWritten = Type.Object(
  { workbookId: Type.String(), ...writtenFields },
  { $id: 'WorkbookSpecWritten' },
)

export type SpecVerdict = Static<typeof SpecVerdict>
export const SpecVerdict = Type.Union(
  [
    Type.Object({ valid: Type.Literal(true) }),
    Type.Object({
      valid: Type.Literal(false),
      errors: Type.Array(Finding),
    }),
  ],
  { $id: 'SpecVerdict' },
)

export const getWorkbookSpec = operation({
  id: 'getWorkbookSpec',
  method: 'GET',
  path: '/v2/workbooks/{workbookId}/spec',
  tag: 'workbooks',
  summary: 'Read a workbook as code',
  description:
    'The ETag is the published version. A response can be sent back with PUT unchanged. Parts that have not changed since the API last wrote ' +
    'them have the form in which they were sent, including the text of the layout.',
  params: Type.Object({ workbookId }),
  query: Type.Object({
    ...specQuery,
    ...formQuery,
    exploreKey: Type.Optional(Type.String({ description: 'Show the custom view with this key.' })),
    bookmarkId: Type.Optional(
      Type.String({ description: 'Show this saved view; it takes precedence over exploreKey.' }),
    ),
    ...languageQuery,
  }),
  yaml: true,
  etag: true,
  answers: { 200: WorkbookSpec },
  errors: ['not_found', 'forbidden'],
})

export const createWorkbookSpec = operation({
  id: 'createWorkbookSpec',
  method: 'POST',
  path: '/v2/workbooks/spec',
  tag: 'workbooks',
  summary: 'Create a workbook from its code representation',
  body: DocumentBody,
  yaml: true,
  answers: { 200: WorkbookSpecWritten },
  errors: ['invalid_document', 'forbidden', 'not_found', 'edits_stopped'],
})

export const updateWorkbookSpec = operation({
  id: 'updateWorkbookSpec',
  method: 'PUT',
  path: '/v2/workbooks/{workbookId}/spec',
  tag: 'workbooks',
  summary: 'Replace the contents of a workbook from code',
  description:
    'Publishes a new version at once. With `documentVersion` in the body, or If-Match, it fails when the workbook has ' +
    'changed since.',
  params: Type.Object({ workbookId }),
  query: Type.Object({ ...writeQuery }),
  ifMatch: true,
  body: DocumentBody,
  yaml: true,
  answers: { 200: WorkbookSpecWritten },
  errors: ['invalid_document', 'forbidden', 'not_found', 'draft_has_changes', 'version_conflict', 'edits_stopped'],
})

export const verifyWorkbookSpec = operation({
  id: 'verifyWorkbookSpec',
  method: 'POST',
  onlyReads: true,
  path: '/v2/workbooks/spec/verify',
  tag: 'workbooks',
  summary: 'Check a code representation without saving it',
  description:
    'Runs the compiler over every element: `valid` true means that all of them return rows. A document with problems ' +
    'answers 200 with `valid` false and every reason; a write of it stores it and reports the same in `warnings`.',
  body: DocumentBody,
  yaml: true,
  answers: { 200: SpecVerdict },
  errors: [],
})

const Contents = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  description: 'Elements, pages, overlays, panels, layout and settings side by side.',
})

export type UpdateContentsRequest = Static<typeof UpdateContentsRequest>
export const UpdateContentsRequest = Type.Object(
  {
    contents: Contents,
    documentVersion: Type.Optional(
      Type.Number({ description: 'The version that was read: 409 when the workbook has a newer one.' }),
    ),
  },
  { additionalProperties: true, $id: 'UpdateContentsRequest' },
)

export const updateWorkbookContents = operation({
  id: 'updateWorkbookContents',
  method: 'PUT',
  path: '/v2/workbooks/{workbookId}/contents',
  tag: 'workbooks',
  summary: 'Replace the contents of a workbook',
  description:
    'Publishes a new version at once. Read the contents with includeContents=true. With `documentVersion`, or ' +
    'If-Match, it fails when the workbook has changed since.',
  params: Type.Object({ workbookId }),
  query: Type.Object({ ...writeQuery }),
  ifMatch: true,
  body: UpdateContentsRequest,
  yaml: true,
  answers: { 200: WorkbookSpecWritten },
  errors: ['invalid_document', 'forbidden', 'not_found', 'draft_has_changes', 'version_conflict'],
})

export const workbookSpecOperations = [
  updateWorkbookContents,
  getWorkbookSpec,
  createWorkbookSpec,
  updateWorkbookSpec,
  verifyWorkbookSpec,
] as const
