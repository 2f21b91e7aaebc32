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
import { i18n, wishLocale } from './i18n/index.ts'

let name: string | undefined
let locale: FormatLocale = defaultLocale

/** That of the organization, which comes with the session, unless the address of an embed names another. Null for the usual forms in documents. */
export function rememberLocale(given: string | null): void {
  name = given ?? undefined
  wishLocale({ organization: given ?? undefined })
  locale = namedLocale(embedParameters.lng ?? given)
}

/** How the interface writes numbers, dates and times, for `Intl`. */
export const localeName = (): string => i18n.language

/** How numbers of documents are written where `Intl` does it. */
export const documentLocaleName = (): string => name ?? 'en'

/** How numbers and dates of documents are written. */
export const documentLocale = (): FormatLocale => locale

export const cellFormatter = (type: ValueType, as?: ValueFormat | null): CellFormatter => formatterOf(type, as, locale)

export const formatCell = (cell: Cell, type: ValueType, as?: ValueFormat | null): string =>
  format(cell, type, as, locale)
