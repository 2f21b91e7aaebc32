import type { ChartWords } from '@octavo/core/chart'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

/** Words inside a drawing, in the language of the reader. */
export function useChartWords(): ChartWords {
  const { t } = useTranslation()
  return useMemo(
    () => ({
      null: t('common.noValue'),
      others: t('tile.others'),
      start: t('chart.start'),
      end: t('chart.end'),
      total: t('chart.total'),
      ofPrevious: t('chart.ofPrevious'),
      ofFirst: t('chart.ofFirst'),
      boxParts: {
        low: t('chart.box.low'),
        q1: t('chart.box.q1'),
        median: t('chart.box.median'),
        q3: t('chart.box.q3'),
        high: t('chart.box.high'),
        outlier: t('chart.box.outlier'),
      },
    }),
    [t],
  )
}
