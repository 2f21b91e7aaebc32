import type { Viewer } from '@octavo/core/access'
import { controlTextsInZone, type DocumentEdit } from '@octavo/core/document'
import { AppError } from '@octavo/core/errors'
import type { Clock } from '../../config/index.ts'
import type { Store } from '../../store/index.ts'
import { findOrganization } from '../../store/organizations.ts'
import type { Documents } from '../documents/documents.ts'
import type { OpenDocument, Selection } from '../documents/open-document.ts'
import { type UnsavedDocument, withUnsavedEdits } from '../documents/unsaved-edits.ts'
import { serviceOf } from '../service/service.ts'
import type { CustomViews } from './custom-views.ts'
import type { SavedViews } from './saved-views.ts'
import { splitControls } from './view-controls.ts'
import type { ViewContents, ViewDocuments } from './view-documents.ts'
import { viewContents } from './view-place.ts'

/** Selects a stored state of a workbook, or a view of one. */
export interface ViewSelection extends Selection {
  exploreKey?: string | undefined
  /** Id of a saved view; takes precedence over `exploreKey`. */
  bookmarkId?: string | undefined
}

/** The content to read, and the control values of the view. */
export interface OpenView {
  open: OpenDocument
  controls: Readonly<Record<string, string>>
}

export type ViewReader = ReturnType<typeof createViewReader>

/** Opens workbooks for readers, through a view when one is named, and data models. */
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

/** Throws `not_found` for a view that does not exist, has expired, or belongs to another member. */
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

/**
 * As `read`, with unsaved edits of the draft, of a custom view, or of the published version as if they were the first of a new custom view.
 */
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
  const { exploreKey, bookmarkId, tag, version } = selection
  if (bookmarkId !== undefined || version !== undefined || view.open.isDraft) {
    return { ...view, unsaved: await withUnsavedEdits(documents, viewer, view.open, edits) }
  }
  if (exploreKey === undefined) {
    return { ...view, unsaved: await viewDocuments.preview(viewer, view.open, newView(view.open), edits) }
  }
  const latest = await documents.read(viewer, 'workbook', workbookId, { tag })
  const row = await customViews.find(viewer, latest, exploreKey)
  if (!row) throw new AppError('not_found', { kind: 'custom view', id: exploreKey })
  return { ...view, unsaved: await viewDocuments.preview(viewer, latest, viewContents(row), edits) }
}

/** A custom view without changes, before it is stored. */
const newView = ({ version }: OpenDocument): ViewContents => ({
  baseVersion: version,
  edits: [],
  controls: {},
  fingerprint: '',
})

/** A data model, which has no views, with unsaved edits of its draft. */
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

/** As `read`, for files: times of control values are in UTC. */
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

/** A custom view, or the shared saved view that was made from one. */
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
