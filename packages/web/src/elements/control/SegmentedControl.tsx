import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useControl, useElementData } from '../../editor/index.ts'
import { classNames, Skeleton } from '../../ui/index.ts'
import { valueName } from '../value-name.ts'
import type { ControlFieldProps } from './control-field.ts'
import { isSameItem, listOptions } from './list-options.ts'

/** A larger number of values does not fit in one row. */
const maxSegments = 7

/** One of a few values, all in view; radio buttons to the keyboard and to assistive technology. */
export function SegmentedControl({ element, label }: ControlFieldProps) {
  const { t } = useTranslation()
  const group = useId()
  const { chosen, setItem } = useControl(element)
  const data = useElementData(element.id)
  const options = listOptions(element, data, { null: t('common.noValue'), empty: t('common.empty') })
  const value = chosen.items[0]
  if (options.status === 'waiting') return <Skeleton className="h-control w-full" />
  if (options.status === 'failed') return <p className="text-xs text-danger">{t('control.valuesFailed')}</p>
  const offered = options.entries.slice(0, maxSegments)
  const clearLabel = typeof element.clearLabel === 'string' && element.clearLabel ? element.clearLabel : undefined
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className="flex h-control min-w-0 gap-0.5 overflow-x-auto overflow-y-hidden rounded-md border border-line-strong bg-sunken p-0.5 scroll-quiet"
    >
      {element.showClearLabel !== false && (
        <Segment
          group={group}
          label={clearLabel ?? t('control.none')}
          isChosen={value === undefined}
          onChoose={() => setItem(undefined)}
        />
      )}
      {offered.map((entry) => (
        <Segment
          key={JSON.stringify(entry.value)}
          group={group}
          label={entry.label}
          isChosen={value !== undefined && isSameItem(entry.value, value)}
          onChoose={() => setItem(entry.value)}
        />
      ))}
      {value !== undefined && !offered.some((entry) => isSameItem(entry.value, value)) && (
        <Segment group={group} label={valueName(value, t)} isChosen onChoose={() => undefined} />
      )}
    </div>
  )
}

interface SegmentProps {
  group: string
  label: string
  isChosen: boolean
  onChoose: () => void
}

/** One of the choices beside each other. */
export function Segment({ group, label, isChosen, onChoose }: SegmentProps) {
  return (
    <label
      title={label}
      className={classNames(
        'flex min-w-10 grow cursor-pointer items-center justify-center rounded px-2.5 transition-colors has-[:focus-visible]:outline-2 has-[:focus-visible]:-outline-offset-1 has-[:focus-visible]:outline-focus',
        isChosen ? 'bg-accent-soft font-medium text-accent-text' : 'text-muted hover:text-ink',
      )}
    >
      <input type="radio" name={group} checked={isChosen} onChange={onChoose} className="sr-only" />
      <span className="truncate">{label}</span>
    </label>
  )
}
