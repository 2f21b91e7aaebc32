import type { CustomViewContents, NewCustomViewAnswer, Workbook, WorkbookDraft } from '@octavo/core/contract'
import { applyEdits, type DocumentEdit, diffDocuments, type WorkbookDocument } from '@octavo/core/document'
import { call, send } from '../../api.ts'
import type { DraftTransport } from '../../editor/index.ts'
import { failureOf } from '../editor/draft-requests.ts'

const pathOf = (workbookId: string) => `/v2/workbooks/${encodeURIComponent(workbookId)}/customViews`

/** A custom view of the person who is signed in, which can be edited like a draft. */
export interface ViewStore {
  exploreKey: string
  /** The view at the time when it was opened. */
  draft: WorkbookDraft
  transport: DraftTransport
  /** The version that the view changes. */
  base: WorkbookDocument
}

/**
 * Opens a custom view for editing. A view that is not the member's own, or a link, is copied first, because it stays as it
 * is; without a key a new view of the published version is made.
 */
export async function openOwnView(
  workbookId: string,
  exploreKey: string | undefined,
  memberId: string,
  signal: AbortSignal,
): Promise<ViewStore> {
  if (exploreKey === undefined) return openNew(workbookId, signal, await publishedView(workbookId, signal))
  const read = await readView(workbookId, exploreKey, signal)
  const { kind, ownerId, workbookVersion, edits, controls } = read.view
  if (kind === 'private' && ownerId === memberId) return storeOf(workbookId, exploreKey, read)
  return openNew(workbookId, signal, { workbookVersion, edits, controls })
}

async function publishedView(workbookId: string, signal: AbortSignal) {
  const { latestVersion } = await call<Workbook>(`/v2/workbooks/${encodeURIComponent(workbookId)}`, { signal })
  return { workbookVersion: latestVersion, edits: [] }
}

async function openNew(workbookId: string, signal: AbortSignal, body: object): Promise<ViewStore> {
  const { exploreKey } = await call<NewCustomViewAnswer>(pathOf(workbookId), { method: 'POST', body })
  return storeOf(workbookId, exploreKey, await readView(workbookId, exploreKey, signal))
}

interface ReadView {
  view: CustomViewContents
  etag: string
}

async function readView(workbookId: string, exploreKey: string, signal?: AbortSignal): Promise<ReadView> {
  const response = await send(`${pathOf(workbookId)}/${encodeURIComponent(exploreKey)}`, {
    query: { includeBase: true },
    ...(signal && { signal }),
  })
  return { view: (await response.json()) as CustomViewContents, etag: response.headers.get('etag') ?? '' }
}

/** The state of the server: the version, the edits of the view, and the resulting document. */
interface Stored {
  base: WorkbookDocument
  version: number
  edits: readonly DocumentEdit[]
  document: WorkbookDocument
  etag: string
}

/** `before`: a state that belongs to the same version. */
function storedOf({ view, etag }: ReadView, before?: Stored): Stored {
  // The contract types the document loosely; it is what the server checked and stored.
  const base = (view.base as unknown as WorkbookDocument | undefined) ?? before?.base
  if (base === undefined) throw new Error('The server sent no version for the custom view.')
  const { document, applied } = applyEdits(base, view.edits)
  return { base, version: view.shownVersion, edits: applied, document, etag }
}

/** The number of saves in the ETag `"view-7"`. */
const revisionOf = ({ etag }: Stored): number => Number(/view-(\d+)/.exec(etag)?.[1] ?? 0)

function draftOf(workbookId: string, stored: Stored): WorkbookDraft {
  return {
    workbookId,
    revision: revisionOf(stored),
    baseVersion: stored.version,
    hasChanges: stored.edits.length > 0,
    document: { ...stored.document },
  }
}

function storeOf(workbookId: string, exploreKey: string, read: ReadView): ViewStore {
  let stored = storedOf(read)
  const id = read.view.workbookId
  const path = `${pathOf(workbookId)}/${encodeURIComponent(exploreKey)}`
  return {
    exploreKey,
    draft: draftOf(id, stored),
    base: stored.base,
    transport: {
      async read() {
        stored = storedOf(await readView(workbookId, exploreKey))
        return draftOf(id, stored)
      },
      async save(edits) {
        const before = stored
        const response = await send(path, {
          method: 'PATCH',
          body: { workbookVersion: before.version, edits: [...before.edits, ...edits] },
          ifMatch: before.etag,
        })
        const view = (await response.json()) as CustomViewContents
        const answered = { view, etag: response.headers.get('etag') ?? '' }
        const isSameBase = view.shownVersion === before.version
        stored = isSameBase ? storedOf(answered, before) : storedOf(await readView(workbookId, exploreKey))
        return { workbookId: id, revision: revisionOf(stored), edits: diffDocuments(before.document, stored.document) }
      },
      async since(revision) {
        const before = stored
        stored = storedOf(await readView(workbookId, exploreKey))
        const edits = diffDocuments(before.document, stored.document)
        const { ownerId: createdBy, updatedAt: createdAt } = read.view
        const batch = { revision: revisionOf(stored), edits, createdBy, createdAt }
        return { workbookId: id, revision: batch.revision, batches: batch.revision > revision ? [batch] : [] }
      },
      failureOf,
    },
  }
}
