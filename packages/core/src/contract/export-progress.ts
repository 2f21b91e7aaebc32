/** Steps of an unfinished export in their order. A file of rows is only written; a PDF or PNG is read, drawn and typeset. */
export const exportSteps = ['waiting', 'writing', 'reading', 'drawing', 'typesetting'] as const
export type ExportStep = (typeof exportSteps)[number]

/** How far an unfinished export has come. */
export interface ExportProgress {
  step: ExportStep
  /** Finished parts of the step: sheets written, queries read, pages drawn. */
  done: number
  /** Parts of the step in all; null where nobody knows, or where there is only one. */
  total: number | null
  /** Rows written so far; null for a PDF or PNG. */
  rows: number | null
}
