import type { ExportStep } from '@octavo/core/contract'
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
}

/** What is said of each step; a new step does not compile without words. */
const texts: Record<ExportStep, (t: Words, counted: Counted) => string> = {
  waiting: (t) => t('looks:export.progress.waiting'),
  writing: (t, { done, total, rows }) => {
    if (rows === null) return t('export.preparing')
    if (total === null) return t('looks:export.progress.rows', { count: rows })
    return t('looks:export.progress.sheets', { done, total, count: rows })
  },
  reading: (t, { done, total }) =>
    total === null ? t('looks:export.progress.reading') : t('looks:export.progress.readingOf', { done, total }),
  drawing: (t, { done, total }) =>
    total === null ? t('looks:export.progress.drawing') : t('looks:export.progress.drawingOf', { done, total }),
  typesetting: (t) => t('looks:export.progress.typesetting'),
}

/** The progress of an export from the headers of its answer: a value only where the server knows a total. */
export function progressOf(headers: Headers | undefined, t: Words): Shown {
  const number = (name: string) => {
    const text = headers?.get(`x-octavo-${name}`) ?? null
    return text === null ? null : Number(text)
  }
  const counted = { done: number('done') ?? 0, total: number('total'), rows: number('rows') }
  const step = headers?.get('x-octavo-step') ?? ''
  const text = isStep(step) ? texts[step](t, counted) : t('export.preparing')
  const isCounted = counted.total !== null && step !== 'typesetting'
  return { value: isCounted ? counted.done : null, max: counted.total ?? 1, text }
}

const isStep = (step: string): step is ExportStep => Object.hasOwn(texts, step)
