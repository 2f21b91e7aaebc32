import { type ColumnHolder, levelOfColumn, type SortEntry, setSort } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../../editor/index.ts'
import { InspectorSection, Select } from '../../../forms/index.ts'
import { IconButton, X } from '../../../ui/index.ts'
import { useColumnFacts } from '../columns/index.ts'
import { AddColumn } from './AddColumn.tsx'

/** The order of the rows, first rule first; keys and calculations are sorted from their menu. */
export function SortSection({ element }: { element: ColumnHolder }) {
  const { t } = useTranslation('columns')
  const editor = useEditor()
  const facts = useColumnFacts(element)
  const sort = element.sort ?? []
  const free = element.columns
    .filter(({ id }) => levelOfColumn(element, id).kind === 'rows' && !sort.some(({ columnId }) => columnId === id))
    .map(({ id }) => ({ value: id, label: facts.name(id) }))
  const save = (next: readonly SortEntry[], columnId: string) =>
    editor.apply(t('word.sort', { name: facts.name(columnId) }), setSort(editor.state.document, element.id, next))
  return (
    <InspectorSection title={t('panel.sort')} storageKey="table-sort">
      {sort.map((entry) => (
        <div key={entry.columnId} className="flex min-h-8 items-center gap-2">
          <span className="min-w-0 grow truncate">{facts.name(entry.columnId)}</span>
          <Select
            isSmall
            className="!w-36 shrink-0"
            label={t('panel.direction', { name: facts.name(entry.columnId) })}
            value={entry.direction}
            options={[
              { value: 'ascending', label: t('panel.ascending') },
              { value: 'descending', label: t('panel.descending') },
            ]}
            onChange={(direction) =>
              save(
                sort.map((each) => (each === entry ? { ...entry, direction } : each)),
                entry.columnId,
              )
            }
          />
          <IconButton
            label={t('panel.removeSort', { name: facts.name(entry.columnId) })}
            icon={X}
            size="cell"
            onClick={() =>
              save(
                sort.filter((each) => each !== entry),
                entry.columnId,
              )
            }
          />
        </div>
      ))}
      <div className="flex items-center text-xs text-muted">
        <span className="grow">{sort.length === 0 ? t('panel.noSort') : t('panel.addSort')}</span>
        <AddColumn
          label={t('panel.addSort')}
          columns={free}
          onAdd={(columnId) => save([...sort, { columnId, direction: 'ascending' }], columnId)}
        />
      </div>
    </InspectorSection>
  )
}
