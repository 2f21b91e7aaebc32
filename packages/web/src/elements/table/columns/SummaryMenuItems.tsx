import { type ColumnHolder, kpiOfSummary, removeColumns } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { addElement, useEditor } from '../../../editor/index.ts'
import { MenuItem, MenuSeparator } from '../../../ui/index.ts'
import { ColumnMenuItems } from './ColumnMenuItems.tsx'
import type { ColumnQuestion } from './column-command.ts'
import { useColumnFacts } from './column-facts.ts'

interface SummaryMenuItemsProps {
  element: ColumnHolder
  columnId: string
  onAsk: (question: ColumnQuestion) => void
}

/** Commands for a value of the summary: its aggregate, format and name, a KPI that shows it, and its removal. */
export function SummaryMenuItems({ element, columnId, onAsk }: SummaryMenuItemsProps) {
  const { t } = useTranslation('columns')
  const editor = useEditor()
  const facts = useColumnFacts(element)
  const name = facts.name(columnId)

  function createKpi() {
    const fields = kpiOfSummary(editor.state.document, element.id, columnId, facts.isAggregate)
    if (fields) addElement(editor, { kind: 'kpi-chart', fields }, t('word.kpi', { name }))
  }

  return (
    <>
      <MenuItem onSelect={createKpi}>{t('summaryMenu.kpi')}</MenuItem>
      <MenuItem
        onSelect={() => editor.apply(t('word.summary'), removeColumns(editor.state.document, element.id, [columnId]))}
      >
        {t('remove')}
      </MenuItem>
      <MenuSeparator />
      <ColumnMenuItems element={element} columnIds={[columnId]} isOnShelf onAsk={onAsk} />
    </>
  )
}
