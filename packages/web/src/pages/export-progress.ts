import type { RunStep, ScheduleRun } from '@octavo/core/contract'
import type { TFunction } from 'i18next'

interface Shown {
  /** Null where the end is not known. */
  value: number | null
  max: number
  text: string
}

type Words = TFunction<['translation', 'looks']>

interface Counted {
  done: number
  total: number | null
  rows: number | null
  rowTotal: number | null
}

/** What is said of each step; a new step does not compile without words. */
const texts: Record<RunStep, (t: Words, counted: Counted) => string> = {
  waiting: (t) => t('looks:export.progress.waiting'),
  writing: (t, { done, total, rows, rowTotal }) => {
    if (rows === null) return t('export.preparing')
    if (rowTotal !== null) return t('looks:export.progress.rowsOf', { count: rows, total: rowTotal })
    if (total === null) return t('looks:export.progress.rows', { count: rows })
    return t('looks:export.progress.sheets', { done, total, count: rows })
  },
  reading: (t, { done, total }) =>
    total === null ? t('looks:export.progress.reading') : t('looks:export.progress.readingOf', { done, total }),
  drawing: (t, { done, total }) =>
    total === null ? t('looks:export.progress.drawing') : t('looks:export.progress.drawingOf', { done, total }),
  typesetting: (t) => t('looks:export.progress.typesetting'),
  checking: (t) => t('looks:export.progress.checking'),
  sending: (t, { done, total }) =>
    total === null ? t('looks:export.progress.sendingOne') : t('looks:export.progress.sending', { done, total }),
}

/** The progress of an export from the headers of its answer: a value only where the server knows a total. */
export function progressOf(headers: Headers | undefined, t: Words): Shown {
  const number = (name: string) => {
    const text = headers?.get(`x-octavo-${name}`) ?? null
    return text === null ? null : Number(text)
  }
  const counted = {
    done: number('done') ?? 0,
    total: number('total'),
    rows: number('rows'),
    rowTotal: number('row-total'),
  }
  return shownProgress(headers?.get('x-octavo-step') ?? '', counted, t)
}

/** The progress of a run that sends an export, and the file that it is of. */
export function progressOfRun(progress: NonNullable<ScheduleRun['progress']>, t: Words): Shown {
  const { file, fileNumber: number, fileCount: count } = progress
  const shown = shownProgress(progress.step, progress, t)
  if (file === null || number === null || count === null) return shown
  return { ...shown, text: `${t('looks:export.progress.file', { number, count, file })} · ${shown.text}` }
}

function shownProgress(step: string, counted: Counted, t: Words): Shown {
  const text = isStep(step) ? texts[step](t, counted) : t('export.preparing')
  const { done, total, rows, rowTotal } = counted
  if (rows !== null && rowTotal !== null) return { value: rows, max: Math.max(rowTotal, rows, 1), text }
  return { value: total !== null && step !== 'typesetting' ? done : null, max: total ?? 1, text }
}

const isStep = (step: string): step is RunStep => Object.hasOwn(texts, step)
