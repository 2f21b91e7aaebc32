import type { LevelRows } from '@octavo/core/display'
import { columnHolder, type DataElement } from '@octavo/core/document'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ColumnError, useElementData, useOpenPage } from '../../editor/index.ts'
import { Drawer, Select } from '../../forms/index.ts'
import { LinesSkeleton } from '../LinesSkeleton.tsx'
import { type ExplainedChart, explainedChart, levelOf } from './explained-chart.ts'
import { usePreviewPlace } from './use-preview.ts'
import { WhatItShows } from './WhatItShows.tsx'
import { WhatStandsOut } from './WhatStandsOut.tsx'
import '../../i18n/explain.ts'

interface ExplainDrawerProps {
  element: DataElement
  name: string
  onClose: () => void
}

/** Explains a chart, a KPI or a pivot table in sentences that are computed from its values. */
export function ExplainDrawer({ element, name, onClose }: ExplainDrawerProps) {
  const { t } = useTranslation('explain')
  const common = useTranslation().t
  const { document } = useOpenPage()
  const data = useElementData(element.id)
  const holder = columnHolder(document, element.id) ?? element
  const rows = data.levels.get(levelOf(holder))
  const place = usePreviewPlace(element.id)
  const [chosen, setChosen] = useState<string>()
  const chart = explainedChart(holder, rows)
  const isCurrent = rows !== undefined && hasColumns(rows, chart, data.columnErrors)
  const measure = chart.measures.find(({ columnId }) => columnId === chosen) ?? chart.measures[0]
  return (
    <Drawer title={t('title', { name })} closeLabel={common('common.close')} width={480} isOpen onClose={onClose}>
      <div className="flex flex-col gap-6 p-4">
        {isCurrent ? (
          <>
            <WhatItShows element={holder} chart={chart} rows={rows} data={data} place={place} />
            {measure && (
              <section aria-labelledby="explain-findings" className="flex flex-col gap-3">
                <h3 id="explain-findings" className="font-semibold">
                  {t('standsOut.title')}
                </h3>
                {chart.measures.length > 1 && (
                  <Select
                    isSmall
                    label={t('standsOut.measure')}
                    value={measure.columnId}
                    onChange={setChosen}
                    options={chart.measures.map(({ columnId, name: label }) => ({ value: columnId, label }))}
                  />
                )}
                <WhatStandsOut
                  key={measure.columnId}
                  element={holder}
                  chart={chart}
                  measure={measure}
                  rows={rows}
                  place={place}
                  onClose={onClose}
                />
                <p className="text-xs text-muted">{t('standsOut.how')}</p>
              </section>
            )}
          </>
        ) : (
          <LinesSkeleton lines={8} />
        )}
      </div>
    </Drawer>
  )
}

/** Rows from before an edit may lack columns that the element shows now; columns with an error have no values at all. */
function hasColumns(rows: LevelRows, { keys, measures }: ExplainedChart, errors: readonly ColumnError[] = []): boolean {
  const present = new Set([...rows.columns, ...errors].map(({ id }) => id))
  return [...keys, ...measures].every(({ columnId }) => present.has(columnId))
}
