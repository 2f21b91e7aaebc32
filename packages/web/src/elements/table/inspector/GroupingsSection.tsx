import {
  type ColumnHolder,
  type Grouping,
  groupByColumns,
  moveGrouping,
  moveToKeys,
  moveToLevel,
  removeGrouping,
  ungroupColumns,
} from '@octavo/core/document'
import { type ComponentProps, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newId, useEditor } from '../../../editor/index.ts'
import { InspectorSection, Shelf, ShelfPill, Sigma } from '../../../forms/index.ts'
import { ArrowDown, ArrowUp, IconButton, Trash } from '../../../ui/index.ts'
import { type DraggedColumns, useColumnDrag, useColumnDrop } from '../../column-drag.ts'
import { ColumnMenuItems } from '../columns/ColumnMenuItems.tsx'
import { type ColumnQuestion, columnGestures, LazyColumnDialog, typeIcon, useColumnFacts } from '../columns/index.ts'
import { AddColumn } from './AddColumn.tsx'

/** The groupings of a table, outermost first: what each groups by, and what it computes for a group. */
export function GroupingsSection({ element }: { element: ColumnHolder }) {
  const { t } = useTranslation('columns')
  const editor = useEditor()
  const facts = useColumnFacts(element)
  const groupings = element.groupings ?? []
  const keys = new Set(groupings.flatMap(({ groupBy = [] }) => groupBy))
  const free = element.columns.filter(({ id }) => !keys.has(id)).map(({ id }) => ({ value: id, label: facts.name(id) }))
  const group = (columnIds: readonly string[]) =>
    editor.apply(
      t('word.group', { name: columnIds.map(facts.name).join(', ') }),
      groupByColumns(editor.state.document, element.id, columnIds, newId(), facts.isAggregate),
    )
  return (
    <InspectorSection title={t('panel.groupings')} storageKey="table-groupings">
      {groupings.map((grouping, index) => (
        <GroupingShelves key={grouping.id} element={element} grouping={grouping} index={index} free={free} />
      ))}
      <DropShelf
        elementId={element.id}
        onColumns={group}
        label={t('panel.addGrouping')}
        isEmpty
        emptyText={t('panel.groupHint')}
        add={<AddColumn label={t('panel.addGrouping')} columns={free} onAdd={(columnId) => group([columnId])} />}
      />
    </InspectorSection>
  )
}

interface DropShelfProps extends Omit<ComponentProps<typeof Shelf>, 'drop' | 'ref'> {
  elementId: string
  onColumns: (columnIds: readonly string[], at: number) => void
}

/** A shelf that takes columns of its element by drag. */
function DropShelf({ elementId, onColumns, ...shelf }: DropShelfProps) {
  const { t } = useTranslation('columns')
  const list = useRef<HTMLUListElement>(null)
  const drop = useColumnDrop(list, {
    refusal: (dragged) => (dragged.elementId === elementId ? undefined : t('panel.otherElement')),
    onDrop: ({ columnIds }, at) => onColumns(columnIds, at),
  })
  return <Shelf {...shelf} ref={list} drop={drop} />
}

/** A pill of a shelf that can be dragged to another one. */
function DraggedPill({ dragged, ...pill }: ComponentProps<typeof ShelfPill> & { dragged: DraggedColumns }) {
  const item = useRef<HTMLLIElement>(null)
  useColumnDrag(item, dragged)
  return <ShelfPill {...pill} pillProps={{ ref: item }} />
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
  const calculate = (columnIds: readonly string[]) =>
    columnGestures({ editor, element, columnIds, facts, t }).toLevel({ kind: 'grouping', groupingId })
  const key = (columnIds: readonly string[], at: number) =>
    editor.apply(
      t('word.group', { name: columnIds.map(facts.name).join(', ') }),
      moveToKeys(document(), element.id, columnIds, groupingId, at),
    )
  const move = (after: string | null) =>
    editor.apply(t('word.grouping'), moveGrouping(document(), element.id, groupingId, after))
  const pill = (columnId: string, isKey: boolean) => (
    <DraggedPill
      key={columnId}
      dragged={{ elementId: element.id, columnIds: [columnId], shelf: groupingId }}
      name={facts.name(columnId)}
      icon={isKey ? typeIcon(facts.type(columnId)) : Sigma}
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
      <DropShelf
        elementId={element.id}
        onColumns={key}
        label={t('panel.groupBy')}
        isEmpty={groupBy.length === 0}
        emptyText={t('panel.groupHint')}
      >
        {groupBy.map((columnId) => pill(columnId, true))}
      </DropShelf>
      <DropShelf
        elementId={element.id}
        onColumns={calculate}
        label={t('panel.calculations')}
        isEmpty={calculations.length === 0}
        emptyText={t('panel.calculateHint')}
        add={
          <AddColumn
            label={t('panel.addCalculation', { name })}
            columns={free}
            onAdd={(columnId) => calculate([columnId])}
          />
        }
      >
        {calculations.map((columnId) => pill(columnId, false))}
      </DropShelf>
      {asked && (
        <LazyColumnDialog
          question={asked.question}
          element={element}
          columnIds={[asked.columnId]}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  )
}
