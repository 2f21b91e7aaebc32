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

let name: string | undefined
let locale: FormatLocale = defaultLocale

/** That of the organization; it comes with the session. Null for that of the browser, and the usual forms in documents. */
export function rememberLocale(given: string | null): void {
  name = given ?? undefined
  locale = namedLocale(given)
}

/** For `Intl`: undefined where the browser decides. */
export const localeName = (): string | undefined => name

/** How numbers and dates of documents are written. */
export const documentLocale = (): FormatLocale => locale

export const cellFormatter = (type: ValueType, as?: ValueFormat | null): CellFormatter => formatterOf(type, as, locale)

export const formatCell = (cell: Cell, type: ValueType, as?: ValueFormat | null): string =>
  format(cell, type, as, locale)
