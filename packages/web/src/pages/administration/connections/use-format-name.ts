import type { ColumnFormat } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { columnFormats, type OfferedFormat } from '../../../elements/table/columns/column-formats.ts'
import '../../../i18n/columns.ts'

/** The formats that can be chosen for a type of the contract. */
export function formatsOfWord(word: string): readonly OfferedFormat[] {
  if (word === 'integer' || word === 'number') return columnFormats('number')
  return word === 'datetime' ? columnFormats('date') : []
}

/** The offered format that equals a given one. */
export const offeredFormat = (word: string, format: ColumnFormat | undefined): OfferedFormat | undefined =>
  formatsOfWord(word).find((each) => JSON.stringify(each.format) === JSON.stringify(format))

/** The name of a format, for people; a format that was set elsewhere is shown as its text. */
export function useFormatName(): (word: string, format: ColumnFormat) => string {
  const { t } = useTranslation('columns')
  return (word, format) => {
    const offered = offeredFormat(word, format)
    return offered ? t(`formats.${offered.id}`) : (format.formatString ?? '')
  }
}
