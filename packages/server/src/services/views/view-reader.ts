import type { Viewer } from '@octavo/core/access'
import { controlTextsInZone, type DocumentEdit } from '@octavo/core/document'
import { AppError } from '@octavo/core/errors'
import type { Clock } from '../../config/index.ts'
import type { Store } from '../../store/index.ts'
import { findOrganization } from '../../store/organizations.ts'
import type { Documents, OpenDocument, Selection } from '../documents/documents.ts'
import { type UnsavedDocument, withUnsavedEdits } from '../documents/unsaved-edits.ts'
import { serviceOf } from '../service/service.ts'
import type { CustomViews } from './custom-views.ts'
import type { SavedViews } from './saved-views.ts'
import { splitControls } from './view-controls.ts'
import type { ViewDocuments } from './view-documents.ts'
import { viewContents } from './view-place.ts'

/** A stored state of a workbook, or a view of one. */
export interface ViewSelection extends Selection {
  exploreKey?: string | undefined
  /** Id of a saved view; it comes before `exploreKey`. */
  bookmarkId?: string | undefined
}

/** What is read, and the values that the view gives to controls. */
export interface OpenView {
  open: OpenDocument
  controls: Readonly<Record<string, string>>
}

export type ViewReader = ReturnType<typeof createViewReader>

/** Opens workbooks as a reader asks for them, through a view where one is named, and data models. */
export function createViewReader(parts: Parts) {
  return serviceOf(parts, { read, readWith, readModelWith, readInUtc })
}

interface Parts {
  store: Store
  clock: Clock
  documents: Documents
  customViews: CustomViews
  savedViews: SavedViews
  viewDocuments: ViewDocuments
}

/** Throws `not_found` for a view that is not there, is over, or belongs to somebody else. */
async function read(parts: Parts, viewer: Viewer, workbookId: string, selection: ViewSelection): Promise<OpenView> {
  const { documents } = parts
  const { exploreKey, bookmarkId, ...stored } = selection
  if (exploreKey === undefined && bookmarkId === undefined) {
    return { open: await documents.read(viewer, 'workbook', workbookId, stored), controls: {} }
  }
  if (stored.draft === true || stored.version !== undefined) {
    throw new AppError('invalid_request', {
      reason: 'A view is of a published or tagged version: it cannot be asked for with "draft" or a version.',
    })
  }
  const latest = await documents.read(viewer, 'workbook', workbookId, { tag: stored.tag })
  return bookmarkId === undefined
    ? custom(parts, viewer, latest, exploreKey ?? '')
    : saved(parts, viewer, latest, { id: bookmarkId })
}

/** The same with edits that are not saved, of the draft or of a custom view. */
async function readWith(
  parts: Parts,
  viewer: Viewer,
  workbookId: string,
  selection: ViewSelection,
  edits: readonly DocumentEdit[],
): Promise<OpenView & { unsaved?: UnsavedDocument }> {
  const { customViews, documents, viewDocuments } = parts
  const view = await read(parts, viewer, workbookId, selection)
  if (edits.length === 0) return view
  const { exploreKey, bookmarkId, tag } = selection
  if (exploreKey === undefined || bookmarkId !== undefined) {
    return { ...view, unsaved: await withUnsavedEdits(documents, viewer, view.open, edits) }
  }
  const latest = await documents.read(viewer, 'workbook', workbookId, { tag })
  const row = await customViews.find(viewer, latest, exploreKey)
  if (!row) throw new AppError('not_found', { kind: 'custom view', id: exploreKey })
  return { ...view, unsaved: await viewDocuments.preview(viewer, latest, viewContents(row), edits) }
}

/** A data model, which has no views, with edits of its draft that are not saved. */
async function readModelWith(
  { documents }: Parts,
  viewer: Viewer,
  dataModelId: string,
  { draft, tag }: Selection,
  edits: readonly DocumentEdit[],
): Promise<OpenView & { unsaved?: UnsavedDocument }> {
  const view = { open: await documents.read(viewer, 'data-model', dataModelId, { draft, tag }), controls: {} }
  if (edits.length === 0) return view
  return { ...view, unsaved: await withUnsavedEdits(documents, viewer, view.open, edits) }
}

/** The same as `read` for files, in which the times of control values are of UTC. */
async function readInUtc(
  parts: Parts,
  viewer: Viewer,
  workbookId: string,
  selection: ViewSelection,
): Promise<OpenView> {
  const { store, clock } = parts
  const { open, controls } = await read(parts, viewer, workbookId, selection)
  const zone = (await findOrganization(store.db, viewer.organizationId))?.zone ?? 'UTC'
  const time = { now: new Date(clock.now()).toISOString(), zone, textZone: 'UTC' }
  return { open, controls: controlTextsInZone(open.content, controls, time) }
}

/** A custom view, or the saved view that was made of one and is shared. */
async function custom(parts: Parts, viewer: Viewer, latest: OpenDocument, key: string): Promise<OpenView> {
  const { customViews, viewDocuments } = parts
  const row = await customViews.find(viewer, latest, key)
  if (!row) return saved(parts, viewer, latest, { exploreKey: key })
  const contents = viewContents(row)
  const { open } = await viewDocuments.show(viewer, latest, contents, { follows: false })
  return { open, controls: splitControls(open.content, contents.controls).kept }
}

async function saved(
  { savedViews, viewDocuments }: Parts,
  viewer: Viewer,
  latest: OpenDocument,
  which: { id: string } | { exploreKey: string },
): Promise<OpenView> {
  const row = await savedViews.find(viewer, latest, which)
  if (!row) {
    throw 'id' in which
      ? new AppError('not_found', { kind: 'saved view', id: which.id })
      : new AppError('not_found', { kind: 'custom view', id: which.exploreKey })
  }
  const contents = viewContents(row)
  const { open } = await viewDocuments.show(viewer, latest, contents, { follows: true })
  return { open, controls: splitControls(open.content, contents.controls).kept }
}
