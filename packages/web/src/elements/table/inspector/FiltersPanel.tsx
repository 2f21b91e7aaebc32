import { type BaseElement, columnHolder, type ElementFilter, removeFilter, setFilter } from '@octavo/core/document'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditor, useEditorState } from '../../../editor/index.ts'
import { InspectorSection } from '../../../forms/index.ts'
import { Eye, EyeOff, IconButton, Trash } from '../../../ui/index.ts'
import { filterWords } from '../../quick-filter/filter-words.ts'
import { LazyColumnDialog, useColumnFacts } from '../columns/index.ts'
import { AddColumn } from './AddColumn.tsx'

/** The filters of an element in their order; each can be switched off without losing it. */
export function FiltersPanel({ element: { id } }: { element: BaseElement }) {
  const element = useEditorState(({ document }) => columnHolder(document, id))
  return element ? <Filters element={element} /> : null
}

function Filters({ element }: { element: NonNullable<ReturnType<typeof columnHolder>> }) {
  const { t } = useTranslation('columns')
  const editor = useEditor()
  const facts = useColumnFacts(element)
  const [adding, setAdding] = useState<string>()
  const filters = element.filters ?? []
  const toggle = (filter: ElementFilter) => {
    const { state, ...enabled } = filter
    const next: ElementFilter = state === 'disabled' ? (enabled as ElementFilter) : { ...filter, state: 'disabled' }
    const word = t('word.filter', { name: facts.name(filter.columnId) })
    editor.apply(word, setFilter(editor.state.document, element.id, next))
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
              <span className="ml-2 text-xs text-muted">{filterWords(filter)}</span>
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
              onClick={() =>
                editor.apply(t('word.filter', { name }), removeFilter(editor.state.document, element.id, filter.id))
              }
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
          onClose={() => setAdding(undefined)}
        />
      )}
    </InspectorSection>
  )
}
