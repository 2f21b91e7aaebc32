import { type DataElement, elementName } from '@octavo/core/document'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { GridWords } from '../../grid/index.ts'

/** The words of the grid of an element. */
export function useGridWords(element: DataElement): GridWords {
  const { t } = useTranslation()
  return useMemo(
    (): GridWords => ({
      label: t('table.label', { name: elementName(element) ?? '' }),
      sortBy: (name) => t('table.sorted', { name }),
      widthOf: (name) => t('table.resize', { name }),
      expand: t('table.expand'),
      collapse: t('table.collapse'),
      noValue: t('common.noValue'),
      several: t('table.several'),
      restricted: t('table.restricted'),
      cellError: t('table.cellError'),
      failed: t('table.childrenFailed'),
      total: t('table.total'),
    }),
    [element, t],
  )
}
