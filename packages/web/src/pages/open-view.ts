import type { Bookmark, CustomViewContents, WorkbookSpec } from '@octavo/core/contract'
import { ApiError, call } from '../api.ts'
import { embedLanguage } from '../embedded.ts'
import { loadPart } from '../load-part.ts'
import type { ShownView } from './shown-view.ts'
import type { ViewQuery } from './view-address.ts'

/** A workbook as it is shown: the published version, or through a view. */
export interface ShownWorkbook {
  spec: WorkbookSpec
  /** Absent: the published version. */
  view?: ShownView
  /** The requested view does not exist or is not visible to this reader. */
  isViewGone: boolean
}

/** `asked` undefined: the default view of the workbook, where it has one. */
export async function openWorkbook(
  workbookId: string,
  asked: ViewQuery | undefined,
  signal: AbortSignal,
): Promise<ShownWorkbook> {
  const path = `/v2/workbooks/${encodeURIComponent(workbookId)}`
  const read = (query: ViewQuery) =>
    call<WorkbookSpec>(`${path}/spec`, { signal, query: { form: 'nested', ...query, ...embedLanguage } })
  if (asked !== undefined && isNamed(asked)) {
    try {
      const [spec, view] = await Promise.all([read(asked), describe(path, asked, signal)])
      return { spec, view, isViewGone: false }
    } catch (error) {
      if (!isGone(error)) throw error
      return { spec: await read({}), isViewGone: true }
    }
  }
  const [spec, usual] = await Promise.all([read({}), asked === undefined ? defaultView(path, signal) : undefined])
  if (usual === undefined) return { spec, isViewGone: false }
  const query = { bookmarkId: usual.bookmarkId }
  const [shown, view] = await Promise.all([read(query), describe(path, query, signal)])
  return { spec: shown, view, isViewGone: false }
}

const isNamed = ({ bookmarkId, exploreKey }: ViewQuery): boolean => bookmarkId !== undefined || exploreKey !== undefined

async function describe(path: string, query: ViewQuery, signal: AbortSignal): Promise<ShownView> {
  if (query.bookmarkId !== undefined) {
    const at = `${path}/bookmarks/${encodeURIComponent(query.bookmarkId)}`
    const { name, controls = {}, dropped = [], droppedControls = [] } = await call<Bookmark>(at, { signal })
    return { query, name, controls, dropped: dropped.length + droppedControls.length }
  }
  const { exploreKey = '' } = query
  const at = `${path}/customViews/${encodeURIComponent(exploreKey)}`
  try {
    const [{ kind, controls, edits, dropped, droppedControls }, { filtersIn }] = await Promise.all([
      call<CustomViewContents>(at, { signal }),
      loadPart(() => import('./own-view.ts')),
    ])
    const shown = { query, controls, ownFilters: filtersIn(edits), dropped: dropped.length + droppedControls.length }
    return { ...shown, isPrivate: kind === 'private' }
  } catch (error) {
    if (!isGone(error)) throw error
    // The key can also be the one that a saved view was made of.
    const saved = (await savedViewsOf(path, signal)).find((view) => view.exploreKey === exploreKey)
    if (saved === undefined) throw error
    return describe(path, { bookmarkId: saved.bookmarkId }, signal)
  }
}

const savedViewsOf = async (path: string, signal: AbortSignal): Promise<Bookmark[]> =>
  (await call<{ entries: Bookmark[] }>(`${path}/bookmarks`, { signal, query: { limit: 1000 } })).entries

/** A workbook that its reader cannot see is gone too, which the second read of it reports. */
const isGone = (error: unknown): boolean => error instanceof ApiError && error.code === 'not_found'

async function defaultView(path: string, signal: AbortSignal): Promise<Bookmark | undefined> {
  try {
    return (await savedViewsOf(path, signal)).find(({ isDefault }) => isDefault)
  } catch (error) {
    // The request for the workbook reports the error.
    if (error instanceof ApiError) return undefined
    throw error
  }
}
