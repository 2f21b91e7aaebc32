/** The steps of an unfinished export, in order. After `waiting`, a file with rows has the step `writing`; a PDF or PNG has the others. */
export const exportSteps = ['waiting', 'writing', 'reading', 'drawing', 'typesetting'] as const
export type ExportStep = (typeof exportSteps)[number]

/** The progress of an unfinished export. */
export interface ExportProgress {
  step: ExportStep
  /** Finished parts of the step: sheets written, queries read, pages drawn. */
  done: number
  /** Total number of parts of the step; null if it is unknown, or if there is only one. */
  total: number | null
  /** Rows written so far; null for a PDF or PNG. */
  rows: number | null
}
