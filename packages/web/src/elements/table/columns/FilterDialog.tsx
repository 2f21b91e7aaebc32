import { type ElementFilter, fieldAt, setFilter, withPath } from '@octavo/core/document'
import { type ClipboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newId, useEditor } from '../../../editor/index.ts'
import { InspectorRow } from '../../../forms/index.ts'
import { Button, Dialog, Segmented } from '../../../ui/index.ts'
import { DateRangeFields } from '../../control/inspector/DateRangeFields.tsx'
import { FieldInput } from '../../inspector-fields/FieldInput.tsx'
import { isOffered } from '../../inspector-fields/field-editors.ts'
import { filterFieldsOf } from '../../inspector-fields/filter-fields.ts'
import type { ColumnDialogProps } from './column-dialog-props.ts'
import { useColumnFacts } from './column-facts.ts'
import { columnGestures } from './column-gestures.ts'
import { type FilterKind, filterKindsOf, freshFilter, tidyFilter } from './filter-form.ts'
import { withFilter } from './filter-holder.ts'
import { PastedValues } from './PastedValues.tsx'
import { mostPasted, pastedValues } from './pasted-values.ts'
import { type ListedValue, ValueList } from './ValueList.tsx'
import '../../../i18n/inspectors.ts'

const words = {
  list: 'filterByValues',
  'number-range': 'filterByRange',
  'date-range': 'filterByDates',
  'text-match': 'filterByText',
  'top-n': 'filterByTop',
} as const

/** Filters the rows by columns, one after the other. */
export function FilterDialog(props: ColumnDialogProps) {
  const { columnIds, onClose } = props
  const [at, setAt] = useState(0)
  const [columnId = ''] = columnIds.slice(at)
  const isLast = at + 1 >= columnIds.length
  return (
    <ColumnFilter
      key={columnId}
      {...props}
      columnIds={[columnId]}
      at={at + 1}
      count={columnIds.length}
      onSaved={() => (isLast ? onClose() : setAt(at + 1))}
    />
  )
}

interface ColumnFilterProps extends ColumnDialogProps {
  /** The place of the column among those that are filtered, from 1. */
  at: number
  count: number
  onSaved: () => void
}

/** Filters by a column in one of the ways that its values have. The filter that the column has is changed. */
function ColumnFilter({ element, columnIds, filtersOf, at, count, onSaved, onClose }: ColumnFilterProps) {
  const { t } = useTranslation('columns')
  const editor = useEditor()
  const facts = useColumnFacts(element)
  const [columnId = ''] = columnIds
  const does = columnGestures({ editor, element, columnIds, facts, t })
  const type = facts.type(columnId)
  const kinds = filterKindsOf(type)
  const present = (filtersOf?.filters ?? element.filters)?.find(
    (filter) => filter.columnId === columnId && kinds.some((kind) => kind === filter.kind),
  )
  const [filter, setDraft] = useState<ElementFilter>(
    () => present ?? freshFilter(kinds[0] ?? 'list', newId(), columnId),
  )
  const [pasted, setPasted] = useState<readonly (string | number)[]>()

  function save() {
    const next = tidyFilter(pasted ? { ...filter, values: pasted.slice(0, mostPasted) } : filter)
    const word = t('word.filter', { name: facts.name(columnId) })
    if (filtersOf) filtersOf.change(word, withFilter(filtersOf.filters, next))
    else if (present) {
      editor.apply(word, setFilter(editor.state.document, element.id, next))
    } else does.addFilter(next)
    onSaved()
  }
  /** A pasted list becomes the filter; a single value is pasted normally. */
  function paste(event: ClipboardEvent) {
    const values = pastedValues(event.clipboardData.getData('text/plain'), type === 'number')
    if (values.length < 2) return
    event.preventDefault()
    if (filter.kind !== 'list') setDraft(freshFilter('list', filter.id, columnId))
    setPasted(values)
  }
  const set = (fields: Readonly<Record<string, unknown>>) =>
    setDraft((before) => ({ ...before, ...fields }) as ElementFilter)

  return (
    <Dialog
      title={
        count > 1
          ? t('filterTitleOfMany', { name: facts.name(columnId), at, count })
          : t('filterTitle', { name: facts.name(columnId) })
      }
      closeLabel={t('close')}
      isOpen
      size="form"
      onClose={onClose}
      onSubmit={save}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look="primary" type="submit">
            {at < count ? t('filterNext') : t('save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4" onPaste={paste}>
        {kinds.length > 1 && (
          <Segmented
            label={t('filterKind')}
            value={filter.kind as FilterKind}
            options={kinds.map((kind) => ({ value: kind, label: t(words[kind]) }))}
            onChange={(kind) => {
              setPasted(undefined)
              setDraft(freshFilter(kind, filter.id, columnId))
            }}
          />
        )}
        {filter.kind === 'list' && (
          <>
            <Segmented
              label={t('filterMode')}
              value={filter.mode === 'exclude' ? 'exclude' : 'include'}
              options={[
                { value: 'include', label: t('filterInclude') },
                { value: 'exclude', label: t('filterExclude') },
              ]}
              onChange={(mode) => set({ mode })}
            />
            {pasted ? (
              <PastedValues
                key={pasted.join('\n')}
                element={element}
                columnId={columnId}
                values={pasted}
                onForget={() => setPasted(undefined)}
              />
            ) : (
              <ValueList
                elementId={element.id}
                columnId={columnId}
                chosen={new Set(Array.isArray(filter.values) ? (filter.values as ListedValue[]) : [])}
                onChange={(values) => set({ values: [...values] })}
              />
            )}
          </>
        )}
        {filter.kind !== 'list' && (
          <div className="flex flex-col gap-1">
            {filter.kind === 'date-range' && <DateRangeFields range={{ ...filter }} onChange={set} />}
            <FilterFields filter={filter} onChange={set} />
          </div>
        )}
      </div>
    </Dialog>
  )
}

interface FilterFieldsProps {
  filter: ElementFilter
  onChange: (fields: Readonly<Record<string, unknown>>) => void
}

function FilterFields({ filter, onChange }: FilterFieldsProps) {
  const { t } = useTranslation('inspectors')
  const holder = { ...filter }
  return filterFieldsOf(holder)
    .filter((field) => isOffered(holder, field))
    .map(({ label: word, path, editor, also }) => {
      const [first = '', ...inner] = path
      const label = t(`field.${word as 'size'}`)
      return (
        <InspectorRow key={`${path.join('.')} ${word}`} label={label}>
          {(id) => (
            <FieldInput
              id={id}
              label={label}
              editor={editor}
              value={fieldAt(holder, path)}
              onChange={(next) => onChange({ ...also?.(next, holder), [first]: withPath(filter[first], inner, next) })}
            />
          )}
        </InspectorRow>
      )
    })
}
