import { findNode, isDrillTarget } from '@octavo/core/document'
import { type OpenPage, type PreviewRequest, useMaybeEditor, useOpenPage } from '../../editor/index.ts'
import { useSession } from '../../session.ts'

/** Where rows of an element with edits that are not stored are read from, without the edits. */
export type PreviewPlace = Pick<PreviewRequest, 'workbookId' | 'stored' | 'pageId' | 'elementId' | 'controls' | 'edits'>

/**
 * Undefined for readers who may not add columns to a view of the workbook, and where the page shows something that a
 * preview would not have: another member's rows, a saved view, a translation, changes by actions.
 */
export function usePreviewPlace(elementId: string): PreviewPlace | undefined {
  const page = useOpenPage()
  const editor = useMaybeEditor()
  const session = useSession()
  if (!hasPreview(page, elementId)) return undefined
  const mayCustomize =
    session !== null && (session.member.isAdmin || session.member.permissions.includes('full-explore'))
  if (!editor && !(page.explore && mayCustomize)) return undefined
  const { exploreKey } = page.view ?? {}
  return {
    workbookId: page.workbookId,
    stored: editor ? editor.stored : exploreKey === undefined ? {} : { exploreKey },
    pageId: findNode(page.document.layout, elementId)?.rootId ?? page.pageId ?? '',
    elementId,
    controls: page.controlTexts,
    edits: page.edits ?? [],
  }
}

function hasPreview(page: OpenPage, elementId: string): boolean {
  const { document, isEmbed, isDataModel, seenAs, language, modifications = [], view } = page
  const isShownAsStored = !seenAs && !language && modifications.length === 0 && view?.bookmarkId === undefined
  const isOwnElement = document.elements[elementId] !== undefined && !isDrillTarget(document, elementId)
  return !isEmbed && !isDataModel && isShownAsStored && isOwnElement
}
