import { drillCategories, drillCategoryName, sameJson } from '@octavo/core/document'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useControl, useOfPage } from '../../editor/index.ts'
import { ChevronLeft, ChevronRight } from '../../ui/index.ts'
import type { ControlFieldProps } from './control-field.ts'
import { Segment } from './SegmentedControl.tsx'

/** The levels of a drill control, outermost first, with a step up and down beside them. */
export function DrillControl({ element, label }: ControlFieldProps) {
  const { t } = useTranslation()
  const group = useId()
  const { chosen, setItem } = useControl(element)
  const levels = useOfPage(
    ({ document }) => drillCategories(element).map((id) => ({ id, name: drillCategoryName(document, element, id) })),
    sameJson,
  )
  const at = levels.findIndex(({ id }) => id === chosen.items[0])
  const step = (by: 1 | -1) => {
    const next = levels[at + by]
    const name = next ? t(by < 0 ? 'control.drillUp' : 'control.drillDown', { level: next.name }) : ''
    return (
      <button
        type="button"
        aria-label={name || t(by < 0 ? 'control.drillTop' : 'control.drillBottom')}
        title={name}
        disabled={!next}
        onClick={() => next && setItem(next.id)}
        className="grid h-control w-8 shrink-0 place-items-center rounded-md text-muted enabled:hover:bg-hover enabled:hover:text-ink disabled:opacity-40"
      >
        {by < 0 ? <ChevronLeft className="size-4" aria-hidden /> : <ChevronRight className="size-4" aria-hidden />}
      </button>
    )
  }
  return (
    <div className="flex min-w-0 items-center gap-0.5">
      {step(-1)}
      <div
        role="radiogroup"
        aria-label={label}
        className="flex h-control min-w-0 grow gap-0.5 overflow-x-auto overflow-y-hidden rounded-md border border-line-strong bg-sunken p-0.5 scroll-quiet"
      >
        {levels.map(({ id, name }) => (
          <Segment key={id} group={group} label={name} isChosen={id === chosen.items[0]} onChoose={() => setItem(id)} />
        ))}
      </div>
      {step(1)}
    </div>
  )
}
