import {
  type ColumnHolder,
  columnNames,
  type ShelfSort,
  type SortedKey,
  setShelfSort,
  sortedKeys,
} from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useEditor } from '../../editor/index.ts'
import { InspectorRow, InspectorSection, Select } from '../../forms/index.ts'
import { useColumnFacts } from '../table/columns/index.ts'

const usual = 'usual'
const own = 'own'
const aggregations = ['sum', 'avg', 'median', 'min', 'max', 'count', 'countDistinct'] as const

/** In which order the values of axes, slices, panels and pivot keys stand. */
export function SortSection({ element }: { element: ColumnHolder }) {
  const { t } = useTranslation('inspectors')
  const keys = sortedKeys(element)
  if (keys.length === 0) return null
  return (
    <InspectorSection title={t('section.sort')} storageKey="chart sort" isInitiallyOpen={false}>
      {keys.map((key) => (
        <KeySort key={`${key.shelf} ${key.columnId}`} element={element} sorted={key} />
      ))}
    </InspectorSection>
  )
}

function KeySort({ element, sorted }: { element: ColumnHolder; sorted: SortedKey }) {
  const { t } = useTranslation('inspectors')
  const editor = useEditor()
  const facts = useColumnFacts(element)
  const { shelf, columnId, sort } = sorted
  const names = columnNames(element.columns)
  const name = names.get(columnId) ?? columnId
  const others = element.columns.filter(({ id, hidden }) => id !== columnId && !hidden)
  const write = (next: ShelfSort | undefined) =>
    editor.apply(t('word.sort', { name }), setShelfSort(editor.state.document, element.id, shelf, columnId, next))
  function sortBy(by: string) {
    if (by === usual) return write(undefined)
    const direction = sort?.direction ?? (by === own ? 'ascending' : 'descending')
    if (by === own) return write({ direction })
    const needsAggregate = by !== 'row-count' && !facts.isAggregate(by)
    write({ direction, by, ...(needsAggregate ? { aggregation: 'sum' } : {}) })
  }
  const by = sort === undefined ? usual : (sort.by ?? own)
  const directions = ['ascending', 'descending'] as const
  return (
    <fieldset className="flex flex-col" aria-label={t('sortOf', { name })}>
      <InspectorRow label={name}>
        {(id) => (
          <Select
            id={id}
            isSmall
            value={by}
            options={[
              { value: usual, label: t('sortBy.usual') },
              { value: own, label: t('sortBy.own') },
              { value: 'row-count', label: t('sortBy.rowCount') },
              ...others.map(({ id: value }) => ({ value, label: names.get(value) ?? value })),
            ]}
            onChange={sortBy}
          />
        )}
      </InspectorRow>
      {sort && (
        <InspectorRow label={t('field.direction')}>
          {(id) => (
            <Select
              id={id}
              isSmall
              value={sort.direction}
              options={directions.map((value) => ({ value, label: t(`option.${value}`) }))}
              onChange={(direction) => write({ ...sort, direction })}
            />
          )}
        </InspectorRow>
      )}
      {sort?.aggregation !== undefined && (
        <InspectorRow label={t('field.aggregation')}>
          {(id) => (
            <Select
              id={id}
              isSmall
              value={sort.aggregation ?? 'sum'}
              options={aggregations.map((value) => ({ value: value as string, label: t(`option.${value}`) }))}
              onChange={(aggregation) => write({ ...sort, aggregation })}
            />
          )}
        </InspectorRow>
      )}
    </fieldset>
  )
}
