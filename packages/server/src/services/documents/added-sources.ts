import type { Viewer } from '@octavo/core/access'
import type { WorkbookDocument } from '@octavo/core/document'
import { AppError, type Problem } from '@octavo/core/errors'
import type { Queryable } from '../../store/index.ts'
import type { DocumentParts } from './document-parts.ts'
import { type DocumentSource, sourceKey, sourcesOf } from './document-sources.ts'
import type { DocumentKind } from './document-type.ts'

/** Runs in the transaction of the write, so that no right can be withdrawn between the check and the write. */
async function requireSources(
  { sourceRights }: DocumentParts,
  tx: Queryable,
  viewer: Viewer,
  content: WorkbookDocument,
  sources: readonly DocumentSource[],
): Promise<void> {
  const problems = await sourceRights.problems(tx, viewer, content, sources)
  if (problems.length > 0) throw new AppError('invalid_document', { problems })
}

/** The writer must be able to use every source of `content` that is in none of `before`. */
export async function requireAddedSources(
  parts: DocumentParts,
  tx: Queryable,
  viewer: Viewer,
  content: WorkbookDocument,
  before: readonly WorkbookDocument[],
): Promise<void> {
  const known = new Set(before.flatMap(sourcesOf).map(sourceKey))
  const added = sourcesOf(content).filter((source) => !known.has(sourceKey(source)))
  await requireSources(parts, tx, viewer, content, added)
}

/** The write checks this again. It runs before any source is read, so that nothing is loaded for sources that the viewer may not see. */
export function requireOpenSources(
  parts: DocumentParts,
  viewer: Viewer,
  content: WorkbookDocument,
  before: readonly WorkbookDocument[],
): Promise<void> {
  const { store } = parts
  return requireAddedSources(parts, store.db, viewer, content, before)
}

/** As `requireOpenSources`, for a new document in this folder. */
export async function requireRoomFor(
  parts: DocumentParts,
  viewer: Viewer,
  kind: DocumentKind,
  folderId: string,
  content: WorkbookDocument,
): Promise<void> {
  const { inodes, store } = parts
  const holder = await inodes.findHolder(viewer, folderId)
  await inodes.requireContribute(store.db, viewer, holder.id, kind)
  await requireAddedSources(parts, store.db, viewer, content, [])
}

/** The sources of a document that the viewer may not use, reported as a write would. */
export function sourceProblems(
  { sourceRights, store }: DocumentParts,
  viewer: Viewer,
  content: WorkbookDocument,
): Promise<Problem[]> {
  return sourceRights.problems(store.db, viewer, content, sourcesOf(content))
}
