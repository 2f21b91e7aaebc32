import { addColumns, type ColumnHolder, removeColumns } from '@octavo/core/document'
import { printReference } from '@octavo/core/formula'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newId, useEditor } from '../../../editor/index.ts'
import { InspectorSection, Shelf, ShelfPill, Sigma } from '../../../forms/index.ts'
import { type ColumnQuestion, LazyColumnDialog, useColumnFacts } from '../columns/index.ts'
import { SummaryMenuItems } from '../columns/SummaryMenuItems.tsx'
import { AddColumn } from './AddColumn.tsx'

const rowCount = '\u0000rows'

/** Values over all rows, shown in the bar below the table. */
export function SummarySection({ element }: { element: ColumnHolder }) {
  const { t } = useTranslation('columns')
  const editor = useEditor()
  const facts = useColumnFacts(element)
  const [asked, setAsked] = useState<{ question: ColumnQuestion; columnId: string }>()
  const summary = element.summary ?? []
  const offered = [
    { value: rowCount, label: t('panel.rowCount') },
    ...element.columns
      .filter(({ id }) => !summary.includes(id))
      .map(({ id }) => ({ value: id, label: facts.name(id) })),
  ]
  function add(columnId: string) {
    const column =
      columnId === rowCount
        ? { id: newId(), formula: 'Count()', name: t('panel.rowCount') }
        : { id: newId(), formula: summaryFormula(columnId) }
    const edits = addColumns(editor.state.document, element.id, [column], { level: { kind: 'summary' } })
    editor.apply(t('word.summary'), edits)
  }
  function summaryFormula(columnId: string): string {
    const formula = element.columns.find(({ id }) => id === columnId)?.formula ?? ''
    if (facts.isAggregate(columnId)) return formula
    return `${facts.type(columnId) === 'number' ? 'Sum' : 'CountDistinct'}(${printReference([facts.name(columnId)])})`
  }
  const remove = (columnId: string) =>
    editor.apply(t('word.summary'), removeColumns(editor.state.document, element.id, [columnId]))
  return (
    <InspectorSection title={t('panel.summary')} storageKey="table-summary">
      <Shelf
        label={t('panel.summaries')}
        isEmpty={summary.length === 0}
        emptyText={t('panel.summaryHint')}
        add={<AddColumn label={t('panel.addSummary')} columns={offered} onAdd={add} />}
      >
        {summary.map((columnId) => (
          <ShelfPill
            key={columnId}
            name={facts.name(columnId)}
            icon={Sigma}
            menuLabel={t('menuOf', { name: facts.name(columnId) })}
            menu={
              <SummaryMenuItems
                element={element}
                columnId={columnId}
                onAsk={(question) => setAsked({ question, columnId })}
              />
            }
            onRemove={() => remove(columnId)}
          />
        ))}
      </Shelf>
      {asked && (
        <LazyColumnDialog
          question={asked.question}
          element={element}
          columnIds={[asked.columnId]}
          onClose={() => setAsked(undefined)}
        />
      )}
    </InspectorSection>
  )
}
