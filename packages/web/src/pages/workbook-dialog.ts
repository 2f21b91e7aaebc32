/** What is opened from the bar of a workbook. */
export type WorkbookDialog = 'share' | 'send' | 'comments' | 'schedule' | 'template' | 'pdf' | 'merge' | ViewDialog

/** Dialogs about the view that is shown. */
export type ViewDialog = 'link' | 'saveView' | 'deleteView'
