import {
  type BaseElement,
  type ColumnHolder,
  columnHolder,
  type ElementFilter,
  removeFilter,
  setFilter,
} from '@octavo/core/document'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor, useEditorState } from '../../../editor/index.ts'
import { InspectorSection } from '../../../forms/index.ts'
import { Eye, EyeOff, IconButton, Trash } from '../../../ui/index.ts'
import { filterWords } from '../../quick-filter/filter-words.ts'
import { type FilterHolder, LazyColumnDialog, useColumnFacts, withFilter } from '../columns/index.ts'
import { AddColumn } from './AddColumn.tsx'

/** The filters of an element in their order; each can be switched off without losing it. */
export function ElementFilters({ element: { id } }: { element: BaseElement }) {
  const element = useEditorState(({ document }) => columnHolder(document, id))
  return element ? <FilterList element={element} /> : null
}

interface FilterListProps {
  /** Whose columns are filtered by. */
  element: ColumnHolder
  /** Who has the filters; absent: the element itself. */
  holder?: FilterHolder
}

export function FilterList({ element, holder }: FilterListProps) {
  const { t } = useTranslation('columns')
  const common = useTranslation().t
  const editor = useEditor()
  const facts = useColumnFacts(element)
  const [adding, setAdding] = useState<string>()
  const filters = holder?.filters ?? element.filters ?? []
  const toggle = (filter: ElementFilter) => {
    const { state, ...enabled } = filter
    const next: ElementFilter = state === 'disabled' ? (enabled as ElementFilter) : { ...filter, state: 'disabled' }
    const word = t('word.filter', { name: facts.name(filter.columnId) })
    if (holder) holder.change(word, withFilter(filters, next))
    else editor.apply(word, setFilter(editor.state.document, element.id, next))
  }
  const remove = ({ id, columnId }: ElementFilter) => {
    const word = t('word.filter', { name: facts.name(columnId) })
    if (holder)
      holder.change(
        word,
        filters.filter((filter) => filter.id !== id),
      )
    else editor.apply(word, removeFilter(editor.state.document, element.id, id))
  }
  return (
    <InspectorSection title={t('panel.filters')} storageKey="filters">
      {filters.map((filter) => {
        const name = facts.name(filter.columnId)
        const isOff = filter.state === 'disabled'
        return (
          <div key={filter.id} className="flex min-h-8 items-center gap-1">
            <button
              type="button"
              className="min-w-0 grow truncate text-left hover:text-accent-text"
              title={t('panel.changeFilter', { name })}
              onClick={() => setAdding(filter.columnId)}
            >
              {name}
              <span className="ml-2 text-xs text-muted">{filterWords(filter, common)}</span>
            </button>
            <IconButton
              label={t(isOff ? 'panel.filterOn' : 'panel.filterOff', { name })}
              icon={isOff ? EyeOff : Eye}
              size="cell"
              onClick={() => toggle(filter)}
            />
            <IconButton
              label={t('panel.removeFilter', { name })}
              icon={Trash}
              size="cell"
              onClick={() => remove(filter)}
            />
          </div>
        )
      })}
      <div className="flex items-center text-xs text-muted">
        <span className="grow">{filters.length === 0 ? t('panel.noFilters') : t('panel.addFilter')}</span>
        <AddColumn
          label={t('panel.addFilter')}
          columns={element.columns.map((column) => ({ value: column.id, label: facts.name(column.id) }))}
          onAdd={setAdding}
        />
      </div>
      {adding !== undefined && (
        <LazyColumnDialog
          question="filter"
          element={element}
          columnIds={[adding]}
          {...(holder && { filtersOf: holder })}
          onClose={() => setAdding(undefined)}
        />
      )}
    </InspectorSection>
  )
}
