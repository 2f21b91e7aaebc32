import { findControl, findNode, type WorkbookDocument } from '@octavo/core/document'
import { useEffect, useMemo, useState } from 'react'
import {
  type DraftEditor,
  formulasToRead,
  type OpenPage,
  type PageData,
  PageState,
  useEditorState,
} from '../../editor/index.ts'
import { mayExport, useSession } from '../../session.ts'
import { entryModes } from '../entry-modes.ts'
import { askedOf, openPageData } from '../open-page-data.ts'
import { useRowEvents } from '../use-row-events.ts'

/** The page, overlay or panel that the editor shows. */
export function shownHolder(document: WorkbookDocument, pageId: string) {
  return [...document.pages, ...document.overlays, ...document.panels].find(({ id }) => id === pageId)
}

/** The same with the elements whose rows are wanted. */
function askedHolder(document: WorkbookDocument, pageId: string, onlyId: string | undefined) {
  const holder = shownHolder(document, pageId)
  if (!holder || onlyId === undefined) return holder
  return { id: holder.id, elementIds: holder.elementIds.filter((id) => id === onlyId) }
}

/** Parameters of data requests: for the draft, or for the open custom view. */
const selectionIn = ({ stored }: DraftEditor) => ('exploreKey' in stored ? { view: stored } : { isDraft: true })

/**
 * The data of the shown page of the draft. It is requested again when the server has an edit that changes data. Control
 * values that are chosen while editing last as long as the editor is open. `onlyId`: load a single element, when
 * nothing else of the page is drawn.
 */
export function useDraftData(editor: DraftEditor, onlyId?: string): DraftData {
  const pageId = useEditorState((state) => state.pageId)
  const [state] = useState(() => new PageState())
  const [controlTexts, setControlTexts] = useState<Record<string, string>>({})
  const data = useMemo(() => {
    // The data of a new element is requested when the element is saved.
    const holder = askedHolder(editor.savedDocument, pageId, onlyId) ?? { id: pageId, elementIds: [] }
    return openPageData(editor.workbookId, editor.savedDocument, holder, {
      ...selectionIn(editor),
      hold: state.heldBy,
    })
  }, [editor, pageId, onlyId, state])

  useEffect(() => {
    if (shownHolder(editor.savedDocument, pageId)) data.load(controlTexts)
  }, [editor, pageId, data, controlTexts])
  useEffect(() => {
    const stop = editor.onSaved((changed) => {
      const { savedDocument } = editor
      const holder = askedHolder(savedDocument, pageId, onlyId)
      if (!holder) return
      const asked = askedOf(savedDocument, holder)
      const formulas = formulasToRead(savedDocument, asked.elementIds, changed).concat(
        asked.elementIds.filter((id) => data.questionOf(id) === 0),
      )
      data.follow(asked, [...new Set([...changed, ...formulas])])
    })
    return () => {
      stop()
      data.dispose()
    }
  }, [editor, data, pageId, onlyId])

  const { savedDocument: document, workbookId } = editor
  useRowEvents({ workbookId, document, data: editor.isDataModel ? undefined : data })

  return useMemo(() => ({ data, state, controlTexts, setControlTexts }), [data, state, controlTexts])
}

interface DraftData {
  data: PageData
  state: PageState
  controlTexts: Readonly<Record<string, string>>
  setControlTexts: (change: (before: Record<string, string>) => Record<string, string>) => void
}

/** The shown page of the draft, for the same components that show pages to readers. */
export function useDraftPage(editor: DraftEditor, { data, state, controlTexts, setControlTexts }: DraftData): OpenPage {
  const session = useSession()
  const document = useEditorState((state) => state.document)
  const pageId = useEditorState((state) => state.pageId)
  return useMemo(
    () => ({
      pageId,
      workbookId: editor.workbookId,
      ...(editor.isDataModel ? { isDataModel: true } : {}),
      document,
      data,
      state,
      controlTexts,
      showPage: (id) => editor.showPage(id),
      showElement: (id) => {
        const root = findNode(editor.state.document.layout, id)?.rootId
        if (root !== undefined) editor.showPage(root)
        editor.select({ elementIds: [id] })
      },
      zone: session?.organization.zone ?? 'UTC',
      contentHosts: session?.organization.contentHosts,
      ...selectionIn(editor),
      canExport: !editor.isDataModel && mayExport(session),
      copiesOneCell: session?.organization.bulkCopy === false,
      entersRows: editor.isDataModel ? undefined : entryModes(session, { isDraft: !editor.isView, mayExplore: true }),
      setControl: (controlId, text) =>
        setControlTexts((before) => {
          const { [controlId]: _, ...others } = before
          const isThere = findControl(editor.state.document, controlId) !== undefined
          return text === undefined || !isThere ? others : { ...others, [controlId]: text }
        }),
    }),
    [editor, pageId, document, data, state, controlTexts, setControlTexts, session],
  )
}
