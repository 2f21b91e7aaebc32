import type { Viewer } from '@octavo/core/access'
import type {
  ContentsVerdict,
  CopyWorkbookRequest,
  CreatedWorkbook,
  CreateWorkbookRequest,
  Workbook,
  WorkbookWithContents,
} from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import { requireRight } from '../../access/index.ts'
import { givenDescription } from '../answers/description.ts'
import type { Slice, Window } from '../answers/slice.ts'
import type { DocumentCopies } from '../documents/document-copies.ts'
import type { DocumentSpecs } from '../documents/document-specs.ts'
import { type Documents, onePageWorkbook } from '../documents/documents.ts'
import type { DocumentRecord, OpenDocument } from '../documents/open-document.ts'
import { serviceOf } from '../service/service.ts'
import { type TaggedVersions, workbookTag } from '../tags/tagged-versions.ts'
import { type DocumentEntries, type DocumentEntry, documentFields } from './document-entries.ts'
import { publishedVersions } from './published-versions.ts'

export type Workbooks = ReturnType<typeof createWorkbooks>

export function createWorkbooks(parts: Parts) {
  return serviceOf(parts, { list, get, getWithContents, create, copy, versions })
}

interface Parts {
  documents: Documents
  copies: DocumentCopies
  entries: DocumentEntries
  specs: DocumentSpecs
  tagged: TaggedVersions
}

async function whole({ entries }: Parts, viewer: Viewer, record: DocumentRecord, baseUrl: string): Promise<Workbook> {
  return entry(await entries.of(viewer, record, {}, baseUrl))
}

async function list(
  { entries }: Parts,
  viewer: Viewer,
  filters: { excludeTags?: boolean; skipPermissionCheck?: boolean; isArchived?: boolean },
  window: Window,
  baseUrl: string,
): Promise<Slice<Workbook>> {
  const slice = await entries.list(viewer, 'workbook', filters, window, baseUrl)
  return { ...slice, entries: slice.entries.map(entry) }
}

async function get(parts: Parts, viewer: Viewer, id: string, baseUrl: string): Promise<Workbook> {
  const { documents } = parts
  return whole(parts, viewer, await documents.find(viewer, 'workbook', id), baseUrl)
}

/** The workbook with its contents and their version. */
async function getWithContents(
  parts: Parts,
  viewer: Viewer,
  id: string,
  baseUrl: string,
): Promise<{ workbook: WorkbookWithContents; open: OpenDocument }> {
  const { specs } = parts
  const { contents, open } = await specs.contents(viewer, id)
  const workbook = await whole(parts, viewer, open.record, baseUrl)
  return { workbook: { ...workbook, documentVersion: open.version, contents }, open }
}

/** A workbook with the given contents, or with one empty page, published as version 1. */
async function create(
  parts: Parts,
  viewer: Viewer,
  { contents, dryRun = false, ...request }: CreateWorkbookRequest,
  baseUrl: string,
): Promise<CreatedWorkbook | ContentsVerdict> {
  const { specs, documents } = parts
  if (dryRun) {
    if (contents !== undefined) return specs.verifyContents(viewer, contents)
    throw new AppError('invalid_request', {
      reason: 'A dry run needs contents.',
      problems: [{ path: 'contents', message: 'is missing' }],
    })
  }
  if (contents === undefined) {
    const record = await documents.create(viewer, { kind: 'workbook', ...request, content: onePageWorkbook() })
    return whole(parts, viewer, record, baseUrl)
  }
  const written = await specs.createWithContents(viewer, { ...request, contents })
  const warnings = [...written.warnings, ...(await specs.problems(viewer, written))]
  const workbook = await whole(parts, viewer, written.record, baseUrl)
  return warnings.length > 0 ? { ...workbook, warnings } : workbook
}

/** Copies the published version, or the one with a tag (name or id), to a workbook of the viewer. */
async function copy(
  parts: Parts,
  viewer: Viewer,
  id: string,
  { destinationFolderId: folderId, name, description, copyBookmarks }: CopyWorkbookRequest,
  baseUrl: string,
  tag?: string,
): Promise<Workbook> {
  const { copies } = parts
  if (copyBookmarks === 'all') requireRight(viewer, 'copyAllBookmarks')
  return whole(
    parts,
    viewer,
    await copies.copyWorkbook(viewer, id, { tag }, { folderId, name, description, savedViews: copyBookmarks }),
    baseUrl,
  )
}

function versions(parts: Parts, viewer: Viewer, id: string, window: Window) {
  return publishedVersions(parts, viewer, 'workbook', id, window)
}

function entry(found: DocumentEntry): Workbook {
  const { inode } = found.record
  return {
    workbookId: inode.id,
    workbookUrlId: inode.url_id,
    ...documentFields(found),
    ...(found.tags ? { tags: found.tags.map(workbookTag) } : {}),
    ...givenDescription(inode.description),
  }
}
