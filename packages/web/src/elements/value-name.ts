import type { TFunction } from 'i18next'

/** A value in a list of values: what is absent has a name there, and so has an empty text. */
export function valueName(value: unknown, t: TFunction): string {
  if (value === null) return t('common.noValue')
  return value === '' ? t('common.empty') : String(value)
}
