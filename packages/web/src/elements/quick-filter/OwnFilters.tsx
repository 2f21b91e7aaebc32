import { columnNames, type DataElement, drillSteps, removeFilter } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useOfPage, useReadPage } from '../../editor/index.ts'
import { Funnel, X } from '../../ui/index.ts'
import { filterWords } from './filter-words.ts'
import '../../i18n/looks.ts'

/** The filters that the reader has added to an element, each with a way to take it away again. */
export function OwnFilters({ element }: { element: DataElement }) {
  const { t } = useTranslation('looks')
  const common = useTranslation().t
  const ownFilters = useOfPage((page) => page.ownFilters)
  const canExplore = useOfPage(({ explore }) => explore !== undefined)
  const read = useReadPage()
  const names = columnNames(element.columns)
  // Filters of a drill are shown in the drill path.
  const drilled = new Set(drillSteps(element).flatMap(({ filterIds }) => filterIds))
  const own = (element.filters ?? []).filter(({ id }) => ownFilters?.has(id) && !drilled.has(id))
  if (own.length === 0) return null
  return (
    <ul aria-label={t('filter.own')} className="flex shrink-0 flex-wrap gap-1 px-4 pb-1.5">
      {own.map((filter) => {
        const name = names.get(filter.columnId) ?? filter.columnId
        const words = filterWords(filter, common)
        return (
          <li
            key={filter.id}
            className="flex h-6 max-w-full items-center gap-1 rounded-sm border border-line bg-sunken pl-1.5 text-xs"
          >
            <Funnel className="size-3 shrink-0 text-muted" aria-hidden />
            <span className="truncate" title={`${name} ${words}`}>
              <span className="text-muted">{name}</span> {words}
            </span>
            {canExplore && (
              <button
                type="button"
                aria-label={t('filter.remove', { name })}
                className="grid size-6 shrink-0 place-items-center rounded-sm text-muted hover:bg-hover hover:text-ink"
                onClick={() => read().explore?.((document) => removeFilter(document, element.id, filter.id))}
              >
                <X className="size-3" aria-hidden />
              </button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
