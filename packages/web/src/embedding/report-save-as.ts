import { sendToHost } from './host-channel.ts'

/** Hosts read the id of the new workbook under either of two names. */
export function reportSaveAs(workbookId: string, savedWorkbookId: string): void {
  sendToHost('workbook:saveas', { workbookId, saveWorkbookId: savedWorkbookId, savedWorkbookId })
}
