import type { ChangeDetail, ChangeStep, DocumentChange } from '@octavo/core/document'
import type { TFunction } from 'i18next'
import type words from '../../i18n/explore.json'

type Words = TFunction<'explore'>

/** The most details in one line; a change with more says how many are left out. */
const shownDetails = 4

/** The object of a change, for the beginning of its line: the name of an element or page. */
export function subjectWords(t: Words, { subject, name }: Pick<DocumentChange, 'subject' | 'name'>): string {
  if (name !== '') return name
  return subject === 'element' ? '' : t(`change.${subject}`)
}

/** The change itself: "filters changed: Region added". */
export function changeWords(t: Words, { kind, field, details }: DocumentChange): string {
  if (kind !== 'changed') return t(`change.${kind}`)
  if (field === undefined) return t('change.replaced')
  const own = details.find(({ path }) => path.length === 0)
  if (own && details.length === 1) return detailWords(t, { ...own, path: [{ field }] })
  const lines = details.filter(({ path }) => path.length > 0).map((detail) => detailWords(t, detail))
  const shown = lines.slice(0, shownDetails)
  if (lines.length > shown.length) shown.push(t('change.more', { count: lines.length - shown.length }))
  const head = t('change.changed', { field: fieldWords(t, field) })
  return shown.length === 0 ? head : `${head}: ${shown.join(', ')}`
}

function detailWords(t: Words, { op, path, before, after }: ChangeDetail): string {
  const what = path.map((step) => stepWords(t, step)).join(' › ')
  if (op !== 'set') return t(`change.${op}`, { what })
  const values =
    after === undefined ? '' : before === undefined ? t('change.to', { after }) : t('change.from', { before, after })
  return [t('change.set', { what }), values].filter(Boolean).join(' ')
}

const stepWords = (t: Words, step: ChangeStep): string => ('entry' in step ? step.entry : fieldWords(t, step.field))

/** The label of a field; a field without one is written as its name: `refMarks` as "ref marks". */
function fieldWords(t: Words, field: string): string {
  const known: Partial<Record<string, string>> = t('field', { returnObjects: true }) satisfies (typeof words)['field']
  return known[field] ?? (/^[a-z][A-Za-z]+$/.test(field) ? field.replaceAll(/([A-Z])/g, ' $1').toLowerCase() : field)
}
