import type { AffectedDocument, SourceUse } from '@octavo/core/contract'
import type { Clock } from '../../config/index.ts'
import type { WantedRead } from '../../store/document-reads.ts'
import type { Store } from '../../store/index.ts'
import { findNamedViews, findReadingViews, type NamedViewRow } from '../../store/view-reads.ts'
import { linkLifeMs } from '../views/custom-views.ts'

interface Parts {
  store: Store
  clock: Clock
}

/** A document whose views may read a source. */
export interface ViewedDocument {
  id: string
  /** Indexes of the wanted reads that the published version has itself. */
  ownPlaces: ReadonlySet<number>
}

/** A view and its reads among the wanted ones. */
export interface ViewUse {
  viewId: string
  changes: number[]
}

/**
 * The views that read a source through their own changes, or because they show an older version that reads it, by document. Reads that a
 * view shares with the published version are left out.
 */
export async function viewUsesOf(
  { store }: Pick<Parts, 'store'>,
  organizationId: string,
  documents: readonly ViewedDocument[],
  wanted: readonly (readonly WantedRead[])[],
): Promise<Map<string, ViewUse[]>> {
  const own = new Map(documents.map(({ id, ownPlaces }) => [id, ownPlaces]))
  const any = await findReadingViews(store.db, organizationId, [...own.keys()], wanted.flat())
  const ids = [...new Set(any.map(({ documentId }) => documentId))]
  const uses = new Map<string, Map<string, number[]>>()
  for (const [place, reads] of ids.length === 0 ? [] : wanted.entries()) {
    const views = wanted.length === 1 ? any : await findReadingViews(store.db, organizationId, ids, reads)
    for (const { viewId, documentId, isOwn } of views) {
      if (!isOwn && own.get(documentId)?.has(place)) continue
      const ofDocument = uses.get(documentId) ?? new Map<string, number[]>()
      uses.set(documentId, ofDocument.set(viewId, [...(ofDocument.get(viewId) ?? []), place]))
    }
  }
  return new Map(
    [...uses].map(([documentId, views]) => [
      documentId,
      [...views].map(([viewId, changes]): ViewUse => ({ viewId, changes })),
    ]),
  )
}

/** Maximum views of one document that a response names; further ones are only counted. */
const mostNamed = 100

type AffectedViews = Pick<AffectedDocument, 'views' | 'otherViews'>

/** The views of documents that are visible to a member. Links are visible to their owner and to editors of the document. */
export async function nameViews(
  { store, clock }: Parts,
  viewer: { organizationId: string; memberId: string },
  uses: ReadonlyMap<string, readonly ViewUse[]>,
): Promise<(documentId: string, mayEdit: boolean) => AffectedViews> {
  const ids = [...uses.values()].flat().map(({ viewId }) => viewId)
  const rows = await findNamedViews(store.db, viewer.organizationId, ids, clock.now() - linkLifeMs)
  return (documentId, mayEdit) => {
    const changes = new Map(uses.get(documentId)?.map((use) => [use.viewId, use.changes]))
    const all = rows.filter((row) => row.document_id === documentId && changes.has(row.id))
    const isShown = ({ owner_id, is_shared, savedName }: NamedViewRow) =>
      owner_id === viewer.memberId || (is_shared === 1 && (savedName !== null || mayEdit))
    const named = all.filter(isShown).slice(0, mostNamed)
    return {
      views: named.map((row) => ({ ...namedView(row), changes: changes.get(row.id) ?? [] })),
      otherViews: all.length - named.length,
    }
  }
}

function namedView({ id, owner_id: ownerId, is_shared, savedName }: NamedViewRow): SourceUse['views'][number] {
  if (savedName !== null) return { kind: 'saved', bookmarkId: id, name: savedName, ownerId }
  return { kind: is_shared === 1 ? 'link' : 'custom', exploreKey: id, ownerId }
}
