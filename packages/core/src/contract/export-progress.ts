import { Type } from 'typebox'
import { Words } from './common.ts'

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
  /** Rows of the whole file, as the data platform counted them beside it; null where nobody knows. */
  rowTotal: number | null
}

/** Before and after the files of a run: conditions are checked, and messages are sent. */
export const runSteps = [...exportSteps, 'checking', 'sending'] as const
export type RunStep = (typeof runSteps)[number]

const MaybeInteger = Type.Union([Type.Integer(), Type.Null()])

export const RunProgress = Type.Object(
  {
    step: Words(runSteps, {
      description: 'sending: done of total messages. The other steps are those of a file, or of its condition.',
    }),
    done: Type.Integer({ description: 'Finished parts of the step: sheets, queries, pages, messages.' }),
    total: Type.Union([Type.Integer(), Type.Null()], { description: 'Parts of the step, if they are known.' }),
    rows: Type.Union([Type.Integer(), Type.Null()], { description: 'Rows written so far to a file of rows.' }),
    rowTotal: Type.Union([Type.Integer(), Type.Null()], { description: 'Rows of that file, if they are known.' }),
    file: Type.Union([Type.String(), Type.Null()], { description: 'Name of the file that is being made.' }),
    fileNumber: MaybeInteger,
    fileCount: Type.Union([Type.Integer(), Type.Null()], { description: 'Files of the run, of all recipients.' }),
  },
  { $id: 'RunProgress', description: 'How far a run that has not ended has come.' },
)
