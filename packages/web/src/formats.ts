import {
  type CellFormatter,
  defaultLocale,
  type FormatLocale,
  formatCell as format,
  cellFormatter as formatterOf,
  namedLocale,
  type ValueFormat,
} from '@octavo/core/format'
import type { Cell, ValueType } from '@octavo/core/types'
import { embedParameters } from './embedded.ts'
import { chooseLocale, i18n } from './i18n/index.ts'

let name: string | undefined
let locale: FormatLocale = defaultLocale

/**
 * The organization's locale, which comes with the session, unless the address of an embed has another one. Null:
 * documents use the default formats.
 */
export function rememberLocale(given: string | null): void {
  name = given ?? undefined
  chooseLocale({ organization: given ?? undefined })
  locale = namedLocale(embedParameters.lng ?? given)
}

/** How the interface writes numbers, dates and times, for `Intl`. */
export const localeName = (): string => i18n.language

/** How `Intl` formats the numbers of documents. */
export const documentLocaleName = (): string => name ?? 'en'

/** How numbers and dates of documents are formatted. */
export const documentLocale = (): FormatLocale => locale

export const cellFormatter = (type: ValueType, as?: ValueFormat | null): CellFormatter => formatterOf(type, as, locale)

export const formatCell = (cell: Cell, type: ValueType, as?: ValueFormat | null): string =>
  format(cell, type, as, locale)
