import type { ExportProgress, ScheduleRun } from '@octavo/core/contract'
import type { OnProgress } from '../exports/progress-notes.ts'

type RunProgress = NonNullable<ScheduleRun['progress']>

/** The progress of a run outside of its files. */
export const noFile = { rows: null, rowTotal: null, file: null, fileNumber: null, fileCount: null } as const

/** Where a run is among its files. A file that is left out, because its condition is not met, counts as made. */
export interface RunFiles {
  checking(): void
  /** Begins the next file. */
  begin(name: string): OnProgress
  leaveOut(count: number): void
}

export function runFiles(fileCount: number, note: (progress: RunProgress) => void): RunFiles {
  let made = 0
  return {
    checking: () => note({ ...noFile, step: 'checking', done: 0, total: null, fileNumber: made, fileCount }),
    begin(file) {
      made += 1
      const fileNumber = made
      const pass = (progress: ExportProgress) => note({ ...progress, file, fileNumber, fileCount })
      pass({ step: 'writing', done: 0, total: null, rows: null, rowTotal: null })
      return pass
    },
    leaveOut(count) {
      made += count
    },
  }
}
