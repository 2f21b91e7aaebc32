import type { Viewer } from '@octavo/core/access'
import type { SaveTemplateRequest, Template, UsedTemplate, UseTemplateRequest } from '@octavo/core/contract'
import { givenDescription } from '../answers/description.ts'
import { type Slice, sliceOfList, type Window } from '../answers/slice.ts'
import type { DocumentCopies } from '../documents/document-copies.ts'
import type { Documents } from '../documents/documents.ts'
import type { Inodes } from '../inodes/inodes.ts'
import { serviceOf } from '../service/service.ts'
import type { SourceSwaps } from '../source-swaps/source-swaps.ts'
import type { ViewReader } from '../views/view-reader.ts'
import { type DocumentEntries, type DocumentEntry, documentFields } from './document-entries.ts'
import type { TemplateUpdates } from './template-updates.ts'

export type Templates = ReturnType<typeof createTemplates>

/** Templates: workbooks that others start from, saved from workbooks and used to create workbooks. */
export function createTemplates(parts: Parts) {
  return serviceOf(parts, { list, get, save, use })
}

interface Parts {
  documents: Documents
  copies: DocumentCopies
  entries: DocumentEntries
  inodes: Inodes
  sourceSwaps: SourceSwaps
  templateUpdates: TemplateUpdates
  viewReader: ViewReader
}

/** Newest first. Templates from other organizations do not exist yet. */
async function list(
  { entries }: Parts,
  viewer: Viewer,
  { source, search }: { source?: 'internal' | 'external'; search?: string },
  window: Window,
  baseUrl: string,
): Promise<Slice<Template>> {
  if (source === 'external') return sliceOfList([], window)
  const slice = await entries.list(viewer, 'template', { nameWord: search }, window, baseUrl)
  return { ...slice, entries: slice.entries.map(entry) }
}

async function get({ documents, entries }: Parts, viewer: Viewer, id: string, baseUrl: string): Promise<Template> {
  return entry(await entries.of(viewer, await documents.find(viewer, 'template', id), {}, baseUrl))
}

/** Saves a template from the published version of a workbook, one of its tagged versions, or a custom view. */
async function save(
  { copies, viewReader, inodes }: Parts,
  viewer: Viewer,
  workbookId: string,
  { name, ownerId, tag, exploreKey, folderId }: SaveTemplateRequest,
): Promise<{ templateId: string }> {
  const { open } = await viewReader.read(viewer, workbookId, { tag, exploreKey })
  const owner = await inodes.ownerFor(viewer, ownerId)
  const { inode } = await copies.copyOf(viewer, open, {
    type: 'template',
    name: name ?? open.record.inode.name,
    ownerId: owner,
    folderId: folderId ?? (await inodes.homeOf(viewer, owner)),
  })
  return { templateId: inode.id }
}

/** Creates a workbook from the published version of a template, with the sources that the request replaces; it may follow the template. */
async function use(
  { copies, documents, sourceSwaps, templateUpdates }: Parts,
  viewer: Viewer,
  { templateId, folderId, name, description, updateAutomatically = false, ...swaps }: UseTemplateRequest,
  signal: AbortSignal,
): Promise<UsedTemplate> {
  const open = await documents.read(viewer, 'template', templateId)
  const isSwapped = Object.values(swaps).some((value) => value !== undefined)
  const swapped = isSwapped ? await sourceSwaps.ofCopy(viewer, open, swaps, signal) : undefined
  const { inode } = await copies.copyOf(viewer, open, {
    name: name ?? open.record.inode.name,
    description,
    folderId,
    content: swapped?.content,
    copyRest: updateAutomatically
      ? async (tx, workbookId) => {
          await templateUpdates.follow(tx, viewer, { workbookId, template: open, swaps })
          return { isFollowing: true }
        }
      : undefined,
  })
  const warnings = updateAutomatically ? { warnings: [followsUntilEdited] } : {}
  return { workbookId: inode.id, ...swapped?.result, ...warnings }
}

const followsUntilEdited = {
  path: 'updateAutomatically',
  message:
    'The workbook is published anew with each version of the template until somebody publishes a change of the workbook itself.',
}

function entry(found: DocumentEntry): Template {
  const { inode } = found.record
  return {
    templateId: inode.id,
    templateUrlId: inode.url_id,
    ...documentFields(found),
    ...(found.tags ? { tags: found.tags.map((row) => ({ versionTagId: row.tag_id, name: row.tag_name })) } : {}),
    ...givenDescription(inode.description),
  }
}
