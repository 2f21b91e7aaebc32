import {
  type ColumnHolder,
  type Grouping,
  groupByColumns,
  moveGrouping,
  moveToLevel,
  removeGrouping,
  ungroupColumns,
} from '@octavo/core/document'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newId, useEditor } from '../../../editor/index.ts'
import { Hash, InspectorSection, Shelf, ShelfPill, Sigma } from '../../../forms/index.ts'
import { ArrowDown, ArrowUp, IconButton, Trash } from '../../../ui/index.ts'
import { ColumnMenuItems } from '../columns/ColumnMenuItems.tsx'
import { ColumnDialog, type ColumnQuestion, columnGestures, useColumnFacts } from '../columns/index.ts'
import { AddColumn } from './AddColumn.tsx'

/** The groupings of a table, outermost first: what each groups by, and what it computes for a group. */
export function GroupingsSection({ element }: { element: ColumnHolder }) {
  const { t } = useTranslation('columns')
  const editor = useEditor()
  const facts = useColumnFacts(element)
  const groupings = element.groupings ?? []
  const keys = new Set(groupings.flatMap(({ groupBy = [] }) => groupBy))
  const free = element.columns.filter(({ id }) => !keys.has(id)).map(({ id }) => ({ value: id, label: facts.name(id) }))
  const group = (columnId: string) =>
    editor.apply(
      t('word.group', { name: facts.name(columnId) }),
      groupByColumns(editor.state.document, element.id, [columnId], newId(), facts.isAggregate),
    )
  return (
    <InspectorSection title={t('panel.groupings')} storageKey="table-groupings">
      {groupings.map((grouping, index) => (
        <GroupingShelves key={grouping.id} element={element} grouping={grouping} index={index} free={free} />
      ))}
      <Shelf
        label={t('panel.addGrouping')}
        isEmpty
        emptyText={t('panel.groupHint')}
        add={<AddColumn label={t('panel.addGrouping')} columns={free} onAdd={group} />}
      />
    </InspectorSection>
  )
}

interface GroupingShelvesProps {
  element: ColumnHolder
  grouping: Grouping
  index: number
  free: readonly { value: string; label: string }[]
}

function GroupingShelves({ element, grouping, index, free }: GroupingShelvesProps) {
  const { t } = useTranslation('columns')
  const editor = useEditor()
  const facts = useColumnFacts(element)
  const [asked, setAsked] = useState<{ question: ColumnQuestion; columnId: string }>()
  const groupings = element.groupings ?? []
  const document = () => editor.state.document
  const { id: groupingId, groupBy = [], calculations = [] } = grouping
  const name = groupBy.map(facts.name).join(', ')
  const calculate = (columnId: string) =>
    columnGestures({ editor, element, columnIds: [columnId], facts, t }).toLevel({ kind: 'grouping', groupingId })
  const move = (after: string | null) =>
    editor.apply(t('word.grouping'), moveGrouping(document(), element.id, groupingId, after))
  const pill = (columnId: string, isKey: boolean) => (
    <ShelfPill
      key={columnId}
      name={facts.name(columnId)}
      icon={isKey ? Hash : Sigma}
      menuLabel={t('menuOf', { name: facts.name(columnId) })}
      menu={
        <ColumnMenuItems
          element={element}
          columnIds={[columnId]}
          onAsk={(question) => setAsked({ question, columnId })}
        />
      }
      onRemove={() =>
        editor.apply(
          t('word.ungroup', { name: facts.name(columnId) }),
          isKey
            ? ungroupColumns(document(), element.id, [columnId])
            : moveToLevel(document(), element.id, [columnId], { kind: 'rows' }),
        )
      }
    />
  )
  return (
    <div className="flex flex-col border-b border-line pb-2 last:border-0">
      <div className="flex items-center">
        <span className="grow truncate text-xs font-medium">{t('panel.grouping', { number: index + 1 })}</span>
        {index > 0 && (
          <IconButton
            label={t('panel.groupingUp', { name })}
            icon={ArrowUp}
            size="cell"
            onClick={() => move(groupings[index - 2]?.id ?? null)}
          />
        )}
        {index < groupings.length - 1 && (
          <IconButton
            label={t('panel.groupingDown', { name })}
            icon={ArrowDown}
            size="cell"
            onClick={() => move(groupings[index + 1]?.id ?? null)}
          />
        )}
        <IconButton
          label={t('panel.removeGrouping', { name })}
          icon={Trash}
          size="cell"
          onClick={() => editor.apply(t('word.grouping'), removeGrouping(document(), element.id, groupingId))}
        />
      </div>
      <Shelf label={t('panel.groupBy')} isEmpty={groupBy.length === 0} emptyText={t('panel.groupHint')}>
        {groupBy.map((columnId) => pill(columnId, true))}
      </Shelf>
      <Shelf
        label={t('panel.calculations')}
        isEmpty={calculations.length === 0}
        emptyText={t('panel.calculateHint')}
        add={<AddColumn label={t('panel.addCalculation', { name })} columns={free} onAdd={calculate} />}
      >
        {calculations.map((columnId) => pill(columnId, false))}
      </Shelf>
      {asked && (
        <ColumnDialog
          question={asked.question}
          element={element}
          columnIds={[asked.columnId]}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  )
}
