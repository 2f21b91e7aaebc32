import type { WorkbookDocument } from '../api.ts'
import { applyEdits, type DocumentEdit } from '../edits/index.ts'
import { type PanelType, pagesOfPanel, panelSwitches } from '../page-panels.ts'
import { editsBetween } from './change-element.ts'
import { setHolderField, setWorkbookSetting } from './pages.ts'

/**
 * Shows or hides the header or the sidebar of the workbook on a page. The first page that shows one creates it with the id `newId`; it is
 * kept with its content when no page shows it.
 */
export function setPagePanel(
  document: WorkbookDocument,
  pageId: string,
  panelType: PanelType,
  isShown: boolean,
  newId: string,
): DocumentEdit[] {
  const panel = document.panels.find(({ type }) => type === panelType)
  const others = panel ? pagesOfPanel(panel).filter((id) => id !== pageId) : []
  const pages = isShown ? [...others, pageId] : others
  const changed = panel
    ? setHolderField(document, panel.id, 'pages', pages)
    : [{ op: 'insert' as const, at: ['panels'], entry: { id: newId, type: panelType, pages }, after: null }]
  const next = applyEdits(document, changed).document
  const switched = isShown ? setWorkbookSetting(next, ['navigation', panelSwitches[panelType]], 'enabled') : []
  return editsBetween(document, applyEdits(next, switched).document)
}
