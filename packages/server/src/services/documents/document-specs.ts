import type { Viewer } from '@octavo/core/access'
import type { ContentsVerdict, SpecVerdict } from '@octavo/core/contract'
import {
  formOf,
  keepExtras,
  type PublishedForm,
  problemSummary,
  type ReadDocument,
  rememberSpelling,
  validateDocument,
  type WorkbookDocument,
  writeAsWritten,
} from '@octavo/core/document'
import { AppError, type Problem } from '@octavo/core/errors'
import type { ElementProblem } from '@octavo/core/plan'
import { newUuid, type Store } from '../../store/index.ts'
import type { IfMatch } from '../answers/if-match.ts'
import { timestamp } from '../answers/timestamp.ts'
import type { Addresses } from '../inodes/addresses.ts'
import type { Inodes } from '../inodes/inodes.ts'
import { serviceOf } from '../service/service.ts'
import { bindDocument, parameterWarnings, printDocument } from './document-bindings.ts'
import type { DocumentKind } from './document-type.ts'
import type { Documents } from './documents.ts'
import type { DocumentRecord, OpenDocument } from './open-document.ts'
import { policyWarnings } from './policy-warnings.ts'
import { shownCode } from './shown-content.ts'

export interface WrittenSpec {
  record: DocumentRecord
  warnings: Problem[]
  content: WorkbookDocument
  /** Maps positions to paths in the request body. */
  pathOf: ReadDocument['pathOf']
}

export interface SpecSelection {
  documentVersion?: number
  draft?: boolean
  /** Default: the form in which the API last wrote the document. */
  form?: keyof typeof formNames
}

/** The published forms by the names that the API uses. */
const formNames = { nested: 'N', document: 'D', contents: 'C' } as const satisfies Record<string, PublishedForm>

export interface NewContents {
  name: string
  folderId: string
  description?: string
  ownerId?: string
  contents: Record<string, unknown>
}

export type DocumentSpecs = ReturnType<typeof createDocumentSpecs>

/** Documents as code in every published form: read, create, replace, verify. */
export function createDocumentSpecs(parts: Parts) {
  return serviceOf(parts, {
    get,
    of,
    create,
    update,
    verify,
    contents,
    createWithContents,
    verifyContents,
    problems,
  })
}

/** Compiles a document; implemented by the queries. */
interface DocumentCheck {
  problems(viewer: Viewer, document: { id: string; content: WorkbookDocument }): Promise<ElementProblem[]>
}

interface Parts {
  store: Store
  documents: Documents
  inodes: Inodes
  addresses: Addresses
  check: DocumentCheck
}

/**
 * Parses the body as a document that remembers its original spelling. Throws `invalid_document` with every problem, including problems of
 * the envelope.
 */
function read(body: Record<string, unknown>, kind: DocumentKind, envelopeProblems: readonly Problem[]) {
  const { document, pathOf, problems, warnings } = validateDocument(body, kind)
  const all = [...envelopeProblems, ...problems]
  if (all.length > 0) throw new AppError('invalid_document', { problems: all })
  return { document: rememberSpelling(document, body), pathOf, warnings }
}

/** The document with its envelope, in a form that can be sent back. */
async function get(
  parts: Parts,
  viewer: Viewer,
  kind: DocumentKind,
  id: string,
  selection: SpecSelection,
  baseUrl: string,
): Promise<{ spec: Record<string, unknown>; open: OpenDocument }> {
  const open = await parts.documents.read(viewer, kind, id, {
    version: selection.documentVersion,
    draft: selection.draft,
  })
  return { spec: await of(parts, viewer, kind, open, selection, baseUrl), open }
}

/** An open document with its envelope; readers get it without the pages that are hidden from them. */
async function of(
  { addresses, documents }: Parts,
  viewer: Viewer,
  kind: DocumentKind,
  open: OpenDocument,
  { form }: Pick<SpecSelection, 'form'>,
  baseUrl: string,
): Promise<Record<string, unknown>> {
  const { inode, document } = open.record
  const envelope = {
    [idField(kind)]: inode.id,
    name: inode.name,
    ...(inode.description === '' ? {} : { description: inode.description }),
    url: (await addresses.of(viewer, baseUrl))(inode),
    documentVersion: open.version,
    latestDocumentVersion: document.latest_version,
    ownerId: inode.owner_id ?? '',
    folderId: inode.parent_id ?? '',
    createdBy: inode.created_by,
    updatedBy: inode.updated_by,
    createdAt: timestamp(inode.created_at),
    updatedAt: timestamp(inode.updated_at),
  }
  const isLatest = open.version === document.latest_version && open.fingerprint === undefined
  const latest = isLatest ? open : await documents.read(viewer, kind, inode.id)
  const printed = await printDocument(documents, viewer.organizationId, open.content)
  const content = shownCode(viewer, open.record.facts, printed, latest.content)
  return { ...envelope, ...writeAsWritten(content, form === undefined ? undefined : formNames[form]) }
}

async function create(
  { documents }: Parts,
  viewer: Viewer,
  kind: DocumentKind,
  body: Record<string, unknown>,
): Promise<WrittenSpec> {
  const problems = [...requiredText(body, 'name'), ...requiredText(body, 'folderId'), ...optionalText(body)]
  const { document, pathOf, warnings } = read(body, kind, problems)
  await documents.requireRoomFor(viewer, kind, String(body.folderId), document)
  const content = await bindDocument(documents, viewer.organizationId, document)
  const record = await documents.create(viewer, {
    kind,
    name: String(body.name).trim(),
    description: typeof body.description === 'string' ? body.description : '',
    folderId: String(body.folderId),
    content,
  })
  return {
    record,
    warnings: [...warnings, ...(await parameterWarnings(documents, viewer.organizationId, content))],
    content,
    pathOf,
  }
}

/** Replaces the whole content and publishes it. `ifMatch`: ETag of the published version that the change was made for. */
async function update(
  { documents, inodes, store }: Parts,
  viewer: Viewer,
  kind: DocumentKind,
  id: string,
  body: Record<string, unknown>,
  { discardDraft, ifMatch = null }: { discardDraft?: boolean; ifMatch?: IfMatch },
): Promise<WrittenSpec> {
  const current = await documents.read(viewer, kind, id)
  inodes.requireEdit(viewer, current.record)
  const { documentVersion } = body
  const isNumber = typeof documentVersion === 'number'
  const problems =
    documentVersion === undefined || isNumber
      ? []
      : [{ path: 'documentVersion', message: `Invalid number: ${JSON.stringify(documentVersion)}` }]
  const { document, pathOf, warnings } = read(body, kind, problems)
  const kept = keepExtras(current.content, document, formOf(body, kind))
  await documents.requireOpenSources(viewer, kept, [current.content])
  await documents.requireEditableTables(store.db, viewer, kept, current.content)
  const content = await bindDocument(documents, viewer.organizationId, kept, current.content)
  const record = await documents.publish(viewer, kind, id, {
    content,
    // A body that comes from a response contains the version that was read.
    expectedVersion: ifMatch === null && isNumber ? documentVersion : undefined,
    ifMatch,
    discardDraft,
  })
  return {
    record,
    warnings: [...warnings, ...(await parameterWarnings(documents, viewer.organizationId, content))],
    content,
    pathOf,
  }
}

/** Problems that keep elements from returning rows, and questionable row policies, with paths in the body. */
async function problems(
  { check, store }: Parts,
  viewer: Viewer,
  { record, content, pathOf }: Pick<WrittenSpec, 'record' | 'content' | 'pathOf'>,
): Promise<Problem[]> {
  return [
    ...placed(await check.problems(viewer, { id: record.inode.id, content }), pathOf),
    ...(await policyWarnings(store.db, viewer.organizationId, content, pathOf)),
  ]
}

/**
 * Problems of a document that is not stored: sources that the viewer may not use, otherwise everything that keeps an element from returning
 * rows.
 */
async function problemsUnstored(
  { check, documents }: Parts,
  viewer: Viewer,
  { document, pathOf }: Pick<ReadDocument, 'document' | 'pathOf'>,
): Promise<Problem[]> {
  const refused = await documents.sourceProblems(viewer, document)
  if (refused.length > 0) return refused
  const content = await bindDocument(documents, viewer.organizationId, document)
  return placed(await check.problems(viewer, { id: newUuid(), content }), pathOf)
}

function placed(problems: readonly ElementProblem[], pathOf: ReadDocument['pathOf']): Problem[] {
  return problems.map(({ elementId, field, ...problem }) => ({ path: pathOf(elementId, field), ...problem }))
}

/** Problems of a body that POST would store; stores nothing. */
async function verify(
  parts: Parts,
  viewer: Viewer,
  kind: DocumentKind,
  body: Record<string, unknown>,
): Promise<SpecVerdict> {
  const { problems, ...read } = validateDocument(body, kind)
  const all = [...requiredText(body, 'name'), ...requiredText(body, 'folderId'), ...optionalText(body), ...problems]
  if (problems.length === 0) all.push(...(await problemsUnstored(parts, viewer, read)))
  return all.length === 0 ? { valid: true } : { valid: false, errors: all.map(finding) }
}

/** The contents of a workbook (form C), with their version. */
async function contents(
  { documents }: Parts,
  viewer: Viewer,
  id: string,
): Promise<{ contents: Record<string, unknown>; open: OpenDocument }> {
  const open = await documents.read(viewer, 'workbook', id)
  const printed = await printDocument(documents, viewer.organizationId, open.content)
  const shown = shownCode(viewer, open.record.facts, printed, open.content)
  return { contents: contentsOf(shown), open }
}

async function createWithContents(
  { documents }: Parts,
  viewer: Viewer,
  { contents, ...file }: NewContents,
): Promise<WrittenSpec> {
  const { document, pathOf, warnings } = read({ contents }, 'workbook', [])
  await documents.requireRoomFor(viewer, 'workbook', file.folderId, document)
  const content = await bindDocument(documents, viewer.organizationId, document)
  const record = await documents.create(viewer, { kind: 'workbook', ...file, content })
  return { record, warnings, content, pathOf }
}

/** Problems of contents that a create would store; stores nothing. */
async function verifyContents(
  parts: Parts,
  viewer: Viewer,
  contents: Record<string, unknown>,
): Promise<ContentsVerdict> {
  const { problems, warnings, ...read } = validateDocument({ contents }, 'workbook')
  const all = problems.length === 0 ? await problemsUnstored(parts, viewer, read) : problems
  const verdict = { valid: all.length === 0, warnings: warnings.map(finding) }
  return all.length === 0 ? verdict : { ...verdict, errors: all.map(finding) }
}

const longestName = 255

function idField(kind: DocumentKind): 'workbookId' | 'dataModelId' {
  return kind === 'workbook' ? 'workbookId' : 'dataModelId'
}

/** A problem in the form of the verify responses. */
export function finding({ path, message, hint, code }: Problem) {
  return {
    summary: problemSummary({ path, message }),
    path,
    ...(hint === undefined ? {} : { hint }),
    ...(code === undefined ? {} : { code }),
  }
}

function contentsOf(content: WorkbookDocument): Record<string, unknown> {
  const { contents } = writeAsWritten(content, 'C')
  return contents as Record<string, unknown>
}

function requiredText(body: Record<string, unknown>, field: string): Problem[] {
  const value = body[field]
  if (typeof value === 'string' && value.length > longestName) {
    return [{ path: field, message: `Invalid string: longer than ${longestName} characters` }]
  }
  if (value === undefined) return [{ path: field, message: 'is required' }]
  if (typeof value === 'string' && value.trim() !== '') return []
  return [{ path: field, message: `Invalid string: ${value === '' ? '""' : typeof value}` }]
}

function optionalText({ description }: Record<string, unknown>): Problem[] {
  if (description === undefined || description === null || typeof description === 'string') return []
  return [{ path: 'description', message: `Invalid string: ${typeof description}` }]
}
