import { tellHost } from './host-channel.ts'

/** Hosts read the id of the new workbook under either of two names. */
export function tellOfSaveAs(workbookId: string, savedWorkbookId: string): void {
  tellHost('workbook:saveas', { workbookId, saveWorkbookId: savedWorkbookId, savedWorkbookId })
}
