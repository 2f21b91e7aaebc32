import type { DocumentPanel, WorkbookDocument } from './api.ts'

/** The header and sidebar of a page: at most one panel of each type, where the workbook has them switched on. */
export interface PagePanels {
  header?: DocumentPanel
  sidebar?: DocumentPanel
}

/** The workbook setting that switches each type of panel on. */
export const panelSwitches = { header: 'pageHeader', sidebar: 'pageSidebar' } as const
export type PanelType = keyof typeof panelSwitches

/** The panels that a page shows. A panel without a list of pages exists but is assigned to none. */
export function panelsOfPage({ panels, settings }: WorkbookDocument, pageId: string): PagePanels {
  const shown = (type: PanelType) =>
    settings.navigation?.[panelSwitches[type]] === 'enabled'
      ? panels.find((panel) => panel.type === type && pagesOfPanel(panel).includes(pageId))
      : undefined
  const [header, sidebar] = [shown('header'), shown('sidebar')]
  return { ...(header ? { header } : {}), ...(sidebar ? { sidebar } : {}) }
}

/** Ids of the pages that a panel is assigned to. */
export const pagesOfPanel = ({ pages }: DocumentPanel): string[] =>
  Array.isArray(pages) ? pages.filter((id) => typeof id === 'string') : []
