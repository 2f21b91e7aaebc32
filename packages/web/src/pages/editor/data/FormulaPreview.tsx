import { type ColumnHolder, levelOfColumn, setFormula } from '@octavo/core/document'
import type { LevelName } from '@octavo/core/types'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { previewRows, useEditor, useEditorState, useOfPage } from '../../../editor/index.ts'

/** Milliseconds after the last key until values are requested. */
const pauseMs = 300

interface FormulaPreviewProps {
  element: ColumnHolder
  columnId: string
  /** Undefined while it has an error. */
  formula: string | undefined
}

/** The type and the first values of a formula, shown beside the bar while it is typed. */
export function FormulaPreview({ element, columnId, formula }: FormulaPreviewProps) {
  const { t } = useTranslation()
  const editor = useEditor()
  const pageId = useEditorState((state) => state.pageId)
  const controls = useOfPage((page) => page.controlTexts)
  const settled = useSettled(formula)
  const { data } = useQuery({
    queryKey: ['formulaPreview', editor.workbookId, editor.stored, element.id, columnId, settled, controls],
    enabled: settled !== undefined && settled.trim() !== '' && element.kind === 'table',
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
          level: levelNameOf(element, columnId),
          limit: 3,
          edits: setFormula(editor.state.document, element.id, columnId, settled ?? ''),
          controls,
        },
        signal,
      ),
  })
  const at = data?.columns.findIndex(({ id }) => id === columnId) ?? -1
  const column = data?.columns[at]
  if (!data || !column) return null
  const values = data.rows.map((row) => (row[at] === null ? t('common.null') : String(row[at]))).join(', ')
  return (
    <output className="max-w-64 truncate px-2 text-xs text-muted" title={values}>
      <span className="font-mono">{column.type}</span> {values}
    </output>
  )
}

function levelNameOf(element: ColumnHolder, columnId: string): LevelName {
  const level = levelOfColumn(element, columnId)
  if (level.kind === 'summary') return 'summary'
  const at = level.kind === 'grouping' ? (element.groupings ?? []).findIndex(({ id }) => id === level.groupingId) : -1
  return at < 0 ? 'base' : `g${at + 1}`
}

/** A value once it has not changed for a moment. */
function useSettled(value: string | undefined): string | undefined {
  const [settled, setSettled] = useState<string>()
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
