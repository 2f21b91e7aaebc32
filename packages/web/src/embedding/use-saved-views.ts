import type { Bookmark } from '@octavo/core/contract'
import { controlsOf, type WorkbookDocument } from '@octavo/core/document'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { call, send } from '../api.ts'
import { useReadPage } from '../editor/index.ts'
import { customViewOf } from '../pages/own-view.ts'
import type { ShownView } from '../pages/shown-view.ts'
import { customViewKey, savedViewKey } from '../pages/view-address.ts'
import { parseRawSearch, writeRawSearch } from '../raw-search.ts'
import { sendToHost } from './host-channel.ts'
import { readingPath } from './use-embed-mode.ts'

export interface ViewedWorkbook {
  workbookId: string
  version: number
  view: ShownView | undefined
  /** The whole workbook as it is shown. */
  document: WorkbookDocument
  /** The tag of the version that is shown. */
  tag: string | undefined
}

/** A request of the host that cannot be carried out; hosts compare the text. */
export class EmbedRefusal extends Error {}

/** What can be done with the saved views of the workbook that is shown. Each part throws where it cannot be done. */
export function useSavedViews({ workbookId, document, version, view, tag }: ViewedWorkbook) {
  const read = useReadPage()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const selected = useSelectedView(view)
  return useMemo(() => {
    const path = `/v2/workbooks/${encodeURIComponent(workbookId)}/bookmarks`
    const versionTagName = tag ?? null

    /** Null for the published version. Control values are taken from the view. */
    async function select(bookmarkId: string | null) {
      const search = parseRawSearch(location.search)
      for (const { controlId } of controlsOf(document)) delete search[controlId]
      const { [customViewKey]: _, ...rest } = search
      await navigate({
        href: `${readingPath(location.pathname)}${writeRawSearch({ ...rest, [savedViewKey]: bookmarkId ?? '' })}`,
      })
    }

    /** A custom view of what is on screen, from which saved views are made. */
    function present() {
      return customViewOf({ workbookId, document, version, view }, read().controlTexts)
    }

    async function create({ name, isDefault, isShared }: { name: string; isDefault: boolean; isShared: boolean }) {
      const body = { name, isDefault, isShared, ...(await present()) }
      const { bookmarkId } = await call<Bookmark>(path, { method: 'POST', body })
      await queries.invalidateQueries({ queryKey: ['bookmarks', workbookId] })
      sendToHost('workbook:bookmark:oncreate', { bookmarkName: name, workbookId, versionTagName, bookmarkId })
      await select(bookmarkId)
    }

    /** Whether what is on screen differs from the selected view. */
    const isChanged = () =>
      view?.query.exploreKey !== undefined || !sameTexts(read().controlTexts, view?.controls ?? {})

    async function update() {
      const bookmarkId = selected
      if (bookmarkId === undefined) throw new EmbedRefusal('Bookmark not selected')
      if (!isChanged()) throw new EmbedRefusal('Cannot update bookmark, no explore changes made')
      const { exploreKey } = await present()
      await send(`${path}/${encodeURIComponent(bookmarkId)}`, { method: 'PATCH', body: { exploreKey } })
      await queries.invalidateQueries({ queryKey: ['spec'] })
      sendToHost('workbook:bookmark:onupdate', { workbookId, versionTagName, bookmarkId })
      await select(bookmarkId)
    }

    async function remove(bookmarkId: string) {
      const at = `${path}/${encodeURIComponent(bookmarkId)}`
      const { name: bookmarkName } = await call<Bookmark>(at)
      await send(at, { method: 'DELETE' })
      await queries.invalidateQueries({ queryKey: ['bookmarks', workbookId] })
      sendToHost('workbook:bookmark:ondelete', { bookmarkName, workbookId, versionTagName, bookmarkId })
      if (selected === bookmarkId) await select(null)
    }
    return { selected, isChanged, select, create, update, remove }
  }, [workbookId, document, version, view, tag, read, navigate, queries, selected])
}

/** The saved view that was chosen, also while its reader explores from it. */
function useSelectedView(view: ShownView | undefined): string | undefined {
  const { bookmarkId, exploreKey } = view?.query ?? {}
  const isChosen = bookmarkId !== undefined || exploreKey === undefined
  const [selected, setSelected] = useState(bookmarkId)
  if (isChosen && selected !== bookmarkId) setSelected(bookmarkId)
  return selected
}

function sameTexts(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) => one[name] === other[name])
}
