import { createHash } from 'node:crypto'
import { decide, type Viewer } from '@octavo/core/access'
import {
  type AppliedEdits,
  applyEdits,
  changedSources,
  checkEdited,
  type DocumentEdit,
  diffDocuments,
  draftOnlyProblems,
  explorationProblems,
  isAdjustment,
  mergeView,
  readsOfChanges,
  type WorkbookDocument,
} from '@octavo/core/document'
import { AppError, type Problem } from '@octavo/core/errors'
import { requireAllowed } from '../../access/index.ts'
import { listCustomFunctionRows } from '../../store/custom-functions.ts'
import type { Store } from '../../store/index.ts'
import { type ViewRead, viewReadsOf } from '../../store/read-rows.ts'
import { bindDocument } from '../documents/document-bindings.ts'
import type { DocumentReads } from '../documents/document-reads.ts'
import type { Documents } from '../documents/documents.ts'
import type { OpenDocument } from '../documents/open-document.ts'
import { shownContent } from '../documents/shown-content.ts'
import { editedOrThrow, type UnsavedDocument } from '../documents/unsaved-edits.ts'
import { isTaggedType } from '../inodes/inodes.ts'
import { serviceOf } from '../service/service.ts'

/** The contents of a view: edits of a version, and values of controls. */
export interface ViewContents {
  baseVersion: number
  edits: readonly DocumentEdit[]
  controls: Readonly<Record<string, string>>
  /** Key of version and edits, distinguishing them from all others. */
  fingerprint: string
}

/** A view as its reader sees it, with the edits that do not apply to the shown version. */
export interface ShownView {
  open: OpenDocument
  /** The shown version without the edits. */
  base: OpenDocument
  dropped: AppliedEdits['dropped']
}

export type ViewDocuments = ReturnType<typeof createViewDocuments>

/** Builds documents of custom and saved views, limited to what the workbook shows the reader. */
export function createViewDocuments(parts: Parts) {
  return serviceOf(parts, { prepare, preview, readsOf, show, merge })
}

interface Parts {
  store: Store
  documents: Documents
  documentReads: DocumentReads
}

/** An editor of the workbook could make any of these changes in its draft. */
const mayEdit = (viewer: Viewer, { record }: OpenDocument): boolean => decide(viewer, record.facts, 'edit').allowed

/**
 * The edits in stored form, with all of their consequences. Throws `forbidden` for members who may not explore the workbook, or who lack
 * "full-explore" and change more than filters, sorting and styles; `invalid_request` for an edit that cannot be applied, `invalid_document`
 * for an invalid result or one that uses more than the workbook shows.
 */
async function prepare(
  parts: Parts,
  viewer: Viewer,
  latest: OpenDocument,
  { workbookVersion, edits }: { workbookVersion: number; edits: readonly DocumentEdit[] },
): Promise<{ baseVersion: number; edits: DocumentEdit[] }> {
  const { documents } = parts
  const { facts } = latest.record
  requireAllowed(decide(viewer, facts, edits.length > 0 ? 'explore' : 'saveView'))
  const base = await versionOf(parts, viewer, latest, workbookVersion)
  if (edits.length === 0) return { baseVersion: base.version, edits: [] }
  const edited = editedOrThrow(base.content, edits)
  const { problems } = checkEdited(edited)
  requireNone(problems)
  requireNone(await sourceProblems(parts, viewer, latest, edited, base))
  const content = await bindDocument(documents, viewer.organizationId, edited, edited)
  const customize = decide(viewer, facts, 'customize')
  if (!customize.allowed && !isAdjustment(base.content, content)) requireAllowed(customize)
  requireNone(await beyondShown(parts, viewer, latest, content))
  if (!mayEdit(viewer, latest)) requireNone(draftOnlyProblems(base.content, content))
  return { baseVersion: base.version, edits: diffDocuments(base.content, content) }
}

/** A view with unsaved edits; the same checks apply as for saving them. */
async function preview(
  parts: Parts,
  viewer: Viewer,
  latest: OpenDocument,
  view: ViewContents,
  edits: readonly DocumentEdit[],
): Promise<UnsavedDocument> {
  const { base } = await show(parts, viewer, latest, view, { follows: false })
  const { applied } = applyEdits(base.content, view.edits)
  const all = { workbookVersion: base.version, edits: [...applied, ...edits] }
  const prepared = await prepare(parts, viewer, latest, all)
  return {
    content: applyEdits(base.content, prepared.edits).document,
    fingerprint: createHash('sha256').update(JSON.stringify(edits)).digest('hex'),
  }
}

/**
 * Reads for the index of source uses: the sources that the view's changes depend on and, for a view fixed to its version, what the rest of
 * that version reads. Call it before the transaction that stores the view, because parsing custom SQL takes time.
 */
async function readsOf(
  parts: Parts,
  viewer: Viewer,
  latest: OpenDocument,
  { baseVersion, edits }: Pick<ViewContents, 'baseVersion' | 'edits'>,
  { follows }: { follows: boolean },
): Promise<ViewRead[]> {
  const { documentReads } = parts
  const { organizationId } = viewer
  const base = await versionOf(parts, viewer, latest, baseVersion)
  const content = applyEdits(base.content, edits).document
  const own = await documentReads.ofReads(organizationId, readsOfChanges(base.content, content))
  return viewReadsOf(own, follows ? [] : await documentReads.of(organizationId, content))
}

/** A published version; a tagged version never changes and has only one. */
async function versionOf(
  { documents }: Parts,
  viewer: Viewer,
  latest: OpenDocument,
  version: number,
): Promise<OpenDocument> {
  const { inode } = latest.record
  if (isTaggedType(inode.type) || version === latest.version) return latest
  if (!Number.isSafeInteger(version) || version < 1) {
    throw new AppError('not_found', { kind: 'version', id: String(version) })
  }
  return documents.read(viewer, 'workbook', inode.id, { version })
}

function requireNone(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new AppError('invalid_document', { problems: [...problems] })
}

async function sourceProblems(
  { documents }: Parts,
  viewer: Viewer,
  latest: OpenDocument,
  edited: WorkbookDocument,
  base: OpenDocument,
): Promise<Problem[]> {
  if (!mayEdit(viewer, latest)) return documents.sourceProblems(viewer, changedSources(latest.content, edited))
  await documents.requireOpenSources(viewer, edited, [base.content, latest.content])
  return []
}

async function beyondShown({ store }: Parts, viewer: Viewer, latest: OpenDocument, explored: WorkbookDocument) {
  if (mayEdit(viewer, latest)) return []
  const own = await listCustomFunctionRows(store.db, viewer.organizationId)
  return explorationProblems({
    published: latest.content,
    shown: shownContent(viewer, latest.record.facts, latest.content),
    explored,
    ownFunctions: own.map(({ name }) => name),
  })
}

/**
 * A view on the version that it was made for, or with `follows` on the latest one. A reader who may not edit the workbook sees an older
 * version only while the latest one would allow the same; otherwise the view moves to the latest version too.
 */
async function show(
  parts: Parts,
  viewer: Viewer,
  latest: OpenDocument,
  view: ViewContents,
  { follows }: { follows: boolean },
): Promise<ShownView> {
  const { fingerprint } = view
  const base = await versionOf(parts, viewer, latest, view.baseVersion)
  if (!follows || base.version === latest.version) {
    const { document, dropped } = applyEdits(base.content, view.edits)
    const isOpen = (await refusals(parts, viewer, latest, document, base)).length === 0
    if (isOpen) return { open: { ...base, record: latest.record, content: document, fingerprint }, base, dropped }
  }
  const { content, dropped } = await merge(parts, viewer, base.content, view.edits, latest.content)
  requireNone(await refusals(parts, viewer, latest, content, latest))
  return { open: { ...latest, content, fingerprint }, base: latest, dropped }
}

async function refusals(
  parts: Parts,
  viewer: Viewer,
  latest: OpenDocument,
  content: WorkbookDocument,
  base: OpenDocument,
): Promise<Problem[]> {
  if (mayEdit(viewer, latest) || (content === latest.content && base === latest)) return []
  const sources = await sourceProblems(parts, viewer, latest, content, base)
  return sources.length > 0 ? sources : beyondShown(parts, viewer, latest, content)
}

/** The edits of a view on a newer version, bound; edits that could not be merged are listed. */
async function merge(
  { documents }: Parts,
  viewer: Viewer,
  base: WorkbookDocument,
  edits: readonly DocumentEdit[],
  newer: WorkbookDocument,
): Promise<{ content: WorkbookDocument; applied: DocumentEdit[]; dropped: AppliedEdits['dropped'] }> {
  const { document, applied, dropped } = mergeView(base, edits, newer)
  const content = await bindDocument(documents, viewer.organizationId, document, document)
  return { content, applied, dropped }
}
