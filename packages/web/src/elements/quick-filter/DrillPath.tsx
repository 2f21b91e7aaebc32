import { columnNames, type DataElement, drillSteps, drillUp } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { ChevronRight } from '../../ui/index.ts'
import { useElementChange } from './use-element-change.ts'
import '../../i18n/looks.ts'

/** The drill steps of an element, outermost first; a click on one goes back to it. */
export function DrillPath({ element }: { element: DataElement }) {
  const { t } = useTranslation('looks')
  const change = useElementChange()
  const steps = drillSteps(element)
  const names = columnNames(element.columns)
  const [first] = steps
  const places = [
    { key: 'all', word: t('drill.all', { name: names.get(first?.from ?? '') ?? '' }) },
    ...steps.map(({ label, from, to }) => ({
      key: `${from} ${to}`,
      word: t('drill.step', { name: names.get(from) ?? '', value: label }),
    })),
  ]
  return (
    <nav aria-label={t('drill.path')} className="shrink-0 px-4 pb-1.5">
      <ol className="flex flex-wrap items-center gap-x-1 gap-y-0.5 text-xs">
        {places.map(({ key, word }, depth) => (
          <li key={key} className="flex min-w-0 items-center gap-1">
            {depth > 0 && <ChevronRight className="size-3 shrink-0 text-muted" aria-hidden />}
            {change && depth < steps.length ? (
              <button
                type="button"
                className="min-h-6 truncate rounded-sm px-1 text-accent-text hover:bg-hover"
                onClick={() => change(t('drill.up'), (document) => drillUp(document, element.id, depth))}
              >
                {word}
              </button>
            ) : (
              <span aria-current={depth === steps.length || undefined} className="truncate px-1 text-muted">
                {word}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
