import type { ColumnFormat, DocumentEdit, TableElement } from '@octavo/core/document'
import { valueTypeFromText } from '@octavo/core/types'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { previewRows, savedControls, useEditor, useEditorState } from '../../editor/index.ts'
import { explain } from '../../explain.ts'
import { formatCell } from '../../formats.ts'

const settleMs = 400
const columnId = 'octavo-metric-preview'

interface MetricPreviewProps {
  element: TableElement
  /** Empty while there is nothing to compute. */
  formula: string
  format: ColumnFormat | undefined
}

/** The value of a metric over all rows of its table, requested when typing pauses. */
export function MetricPreview({ element, formula, format }: MetricPreviewProps) {
  const { t } = useTranslation('models')
  const editor = useEditor()
  const pageId = useEditorState((state) => state.pageId)
  const revision = useEditorState((state) => state.revision)
  const settled = useSettled(formula.trim())
  const { data, error, isFetching } = useQuery({
    queryKey: ['metricPreview', editor.workbookId, revision, element.id, settled],
    enabled: settled !== '',
    retry: false,
    gcTime: 0,
    queryFn: ({ signal }) =>
      previewRows(
        {
          workbookId: editor.workbookId,
          isDataModel: editor.isDataModel,
          stored: editor.stored,
          pageId,
          elementId: element.id,
          level: 'summary',
          limit: 1,
          edits: previewEdits(element, settled),
          controls: savedControls,
        },
        signal,
      ),
  })
  const at = data?.columns.findIndex(({ id }) => id === columnId) ?? -1
  const column = data?.columns[at]
  const type = column && valueTypeFromText(column.type)
  const text = type ? formatCell(data?.rows[0]?.[at] ?? null, type, format) : undefined
  return (
    <p aria-live="polite" aria-busy={isFetching} className="min-h-5 text-muted">
      {settled !== '' && error && <span className="text-danger">{explain(error).message}</span>}
      {settled !== '' && !error && text !== undefined && t('edit.metrics.preview', { value: text })}
      {settled !== '' && !error && text === undefined && isFetching && t('edit.metrics.computing')}
    </p>
  )
}

/** The metric as a column of the table, and as its only total; it is not saved. */
function previewEdits({ id, columns }: TableElement, formula: string): DocumentEdit[] {
  const entry = { id: columnId, name: 'Octavo metric preview', formula }
  return [
    { op: 'insert', at: ['elements', { id }, 'columns'], entry, after: columns.at(-1)?.id ?? null },
    { op: 'set', at: ['elements', { id }, 'summary'], value: [columnId] },
  ]
}

/** A text once it has not changed for a while. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settleMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
