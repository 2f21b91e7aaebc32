import { expect, test } from 'vitest'
import { runFiles } from './run-progress.ts'

test('files of a run are numbered, and files that are left out count as made', () => {
  const seen: string[] = []
  const files = runFiles(4, ({ step, file, fileNumber, fileCount, rows }) =>
    seen.push([step, file, `${fileNumber} of ${fileCount}`, rows].join(' ')),
  )
  files.checking()
  files.begin('a.csv')({ step: 'writing', done: 0, total: null, rows: 7, rowTotal: 9 })
  files.leaveOut(2)
  files.checking()
  files.begin('b.pdf')({ step: 'drawing', done: 1, total: 2, rows: null, rowTotal: null })
  expect(seen).toEqual([
    'checking  0 of 4 ',
    'writing a.csv 1 of 4 ',
    'writing a.csv 1 of 4 7',
    'checking  3 of 4 ',
    'writing b.pdf 4 of 4 ',
    'drawing b.pdf 4 of 4 ',
  ])
})
