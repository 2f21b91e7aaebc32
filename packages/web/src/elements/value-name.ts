import type { TFunction } from 'i18next'

/** A value as text for a list of values; null and the empty text have names. */
export function valueName(value: unknown, t: TFunction): string {
  if (value === null) return t('common.noValue')
  return value === '' ? t('common.empty') : String(value)
}
