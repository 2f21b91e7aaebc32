import type { CustomViewContents, NewCustomViewAnswer, WorkbookSpec } from '@octavo/core/contract'
import {
  applyEdits,
  type DocumentEdit,
  diffDocuments,
  documentOfFormN,
  type WorkbookDocument,
} from '@octavo/core/document'
import { call } from '../api.ts'
import { embedLanguage } from '../embedded.ts'
import { explain } from '../explain.ts'
import { i18n } from '../i18n/index.ts'
import { notify } from '../ui/index.ts'
import type { ShownView } from './shown-view.ts'
import '../i18n/looks.ts'

interface Shown {
  workbookId: string
  document: WorkbookDocument
  /** Of the published version. */
  version: number
  view: ShownView | undefined
  memberId: string
}

/** The same, with a notice instead of an error. Undefined where the changes were refused. */
export async function exploreOwnView(shown: Shown, edits: readonly DocumentEdit[]): Promise<string | undefined> {
  try {
    return await changeOwnView(shown, edits)
  } catch (error) {
    const { message, hint } = explain(error)
    const text = [message, hint].filter(Boolean).join(' ')
    notify({ tone: 'danger', title: i18n.t('looks:filter.notChanged'), text })
    return undefined
  }
}

/**
 * Saves changes of the shown content in the reader's own view and returns its key. Another member's view, or the published version, becomes
 * a new view with the changes.
 */
async function changeOwnView(shown: Shown, edits: readonly DocumentEdit[]): Promise<string> {
  const path = `/v2/workbooks/${encodeURIComponent(shown.workbookId)}`
  const { view } = shown
  const create = async (body: object) =>
    (await call<NewCustomViewAnswer>(`${path}/customViews`, { method: 'POST', body })).exploreKey
  if (!view) return create({ workbookVersion: shown.version, edits })
  const { controls } = view
  const { exploreKey } = view.query
  if (exploreKey === undefined) {
    // A saved view follows the published version: its changes are the difference between the two.
    const published = await call<WorkbookSpec>(`${path}/spec`, { query: { form: 'nested', ...embedLanguage } })
    const { document } = applyEdits(shown.document, edits)
    const changes = diffDocuments(documentOfFormN(published), document)
    return create({ workbookVersion: published.documentVersion, edits: changes, controls })
  }
  const key = encodeURIComponent(exploreKey)
  const present = await call<CustomViewContents>(`${path}/customViews/${key}`)
  const changed = { workbookVersion: present.workbookVersion, edits: [...present.edits, ...edits] }
  if (present.kind !== 'private' || present.ownerId !== shown.memberId) return create({ ...changed, controls })
  await call<CustomViewContents>(`${path}/customViews/${key}`, { method: 'PATCH', body: changed })
  return exploreKey
}

/** Makes a new custom view of what is shown, with these control values. */
export async function customViewOf(
  { workbookId, document, version, view }: Omit<Shown, 'memberId'>,
  controls: Readonly<Record<string, string>>,
): Promise<{ exploreKey: string; workbookVersion: number }> {
  const path = `/v2/workbooks/${encodeURIComponent(workbookId)}`
  const changed = await changesShown({ workbookId, document, version, view })
  const body = { ...changed, controls }
  const { exploreKey } = await call<NewCustomViewAnswer>(`${path}/customViews`, { method: 'POST', body })
  return { exploreKey, workbookVersion: changed.workbookVersion }
}

/** The changes that the shown view makes to the published version. */
async function changesShown({ workbookId, document, version, view }: Omit<Shown, 'memberId'>) {
  const path = `/v2/workbooks/${encodeURIComponent(workbookId)}`
  if (!view) return { workbookVersion: version, edits: [] }
  if (view.query.exploreKey !== undefined) {
    const key = encodeURIComponent(view.query.exploreKey)
    const { workbookVersion, edits } = await call<CustomViewContents>(`${path}/customViews/${key}`)
    return { workbookVersion, edits }
  }
  const published = await call<WorkbookSpec>(`${path}/spec`, { query: { form: 'nested', ...embedLanguage } })
  return { workbookVersion: published.documentVersion, edits: diffDocuments(documentOfFormN(published), document) }
}

/** Ids of the filters that the edits of a view add or change. */
export function filtersIn(edits: CustomViewContents['edits']): ReadonlySet<string> {
  return new Set(
    edits.flatMap((edit) => {
      const [root, , field, entry] = edit.at
      if (root !== 'elements' || field !== 'filters') return []
      if (typeof entry === 'object') return [entry.id]
      if (edit.op === 'insert') return [edit.entry.id]
      return edit.op === 'set' && Array.isArray(edit.value) ? edit.value.flatMap(idOf) : []
    }),
  )
}

const idOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string' ? [value.id] : []
