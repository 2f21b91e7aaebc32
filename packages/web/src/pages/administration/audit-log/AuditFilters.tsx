import { type AuditLogEvent, auditCategories, auditStatuses } from '@octavo/core/contract'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Select, TextField } from '../../../forms/index.ts'
import { Button, X } from '../../../ui/index.ts'
import { type AuditFilter, actorName, daysText, objectName, periods } from './audit-events.ts'
import { ObjectFilter } from './ObjectFilter.tsx'
import { PersonFilter } from './PersonFilter.tsx'

export type AuditFilterChange = Record<keyof AuditFilter, (value: string) => void>

interface AuditFiltersProps {
  filter: AuditFilter
  change: AuditFilterChange
  /**
   * An event that matches the filter: it has the names of the member and the object, of which the filter has only the
   * ids.
   */
  example: AuditLogEvent | undefined
}

/** Period, category, result, person and object; the chosen person and object can be cleared. */
export function AuditFilters({ filter, change, example }: AuditFiltersProps) {
  const { t } = useTranslation('organization')
  const all = { value: '', label: t('common.all') }
  const choices = {
    period: periods.map((value) => ({ value, label: t(`audit.periods.${value}`) })),
    category: [all, ...auditCategories.map((value) => ({ value, label: t(`audit.categories.${value}`) }))],
    status: [all, ...auditStatuses.map((value) => ({ value, label: t(`audit.statuses.${value}`) }))],
  }
  const { memberId, objectId } = filter
  const by =
    memberId === 'system'
      ? t('audit.onlyByServer')
      : t('audit.onlyBy', { name: (example && actorName(example)) || memberId })
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      {(['period', 'category', 'status'] as const).map((part) => (
        <Select
          key={part}
          label={t(`audit.filters.${part}`)}
          prefix={t(`audit.${part}`)}
          className="!w-auto"
          value={filter[part]}
          onChange={change[part]}
          options={choices[part]}
        />
      ))}
      <Swapped state={memberId === ''}>
        {memberId === '' ? (
          <PersonFilter onChange={change.memberId} />
        ) : (
          <Only text={by} onClear={() => change.memberId('')} />
        )}
      </Swapped>
      <Swapped state={objectId === ''}>
        {objectId === '' ? (
          <ObjectFilter onChange={change.objectId} />
        ) : (
          <Only
            text={t('audit.onlyAbout', { name: (example && objectName(example)) ?? objectId })}
            onClear={() => change.objectId('')}
          />
        )}
      </Swapped>
      {filter.period === 'days' && <Days filter={filter} change={change} />}
    </div>
  )
}

/** The first and the last day, in the zone of the address: the browser's for those who chose the days. */
function Days({ filter, change }: Pick<AuditFiltersProps, 'filter' | 'change'>) {
  const { t } = useTranslation('organization')
  const { first, last, zone } = filter.days
  const isReversed = first !== '' && last !== '' && last < first
  const set = (part: 'first' | 'last') => (day: string) => change.days(daysText({ ...filter.days, [part]: day }))
  return (
    <fieldset className="flex basis-full flex-wrap items-end gap-2">
      <legend className="sr-only">{t('audit.periods.days')}</legend>
      <TextField type="date" className="w-40" label={t('audit.firstDay')} value={first} onChange={set('first')} />
      <TextField
        type="date"
        className="w-40"
        label={t('audit.lastDay')}
        min={first}
        value={last}
        onChange={set('last')}
      />
      <p className="py-2 text-xs text-muted">{t('audit.zone', { zone })}</p>
      {isReversed && (
        <p role="alert" className="basis-full text-xs text-danger">
          {t('audit.reversed')}
        </p>
      )}
    </fieldset>
  )
}

/** Moves the focus to the new content when the state changes and the focused control has been removed. */
function Swapped({ state, children }: { state: boolean; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const before = useRef(state)
  useEffect(() => {
    if (before.current === state) return
    before.current = state
    // Popups return the focus when they close, which is after this effect.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) box.current?.querySelector('button')?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [state])
  return <div ref={box}>{children}</div>
}

/** A chosen person or object, with a button to remove the filter. */
function Only({ text, onClear }: { text: string; onClear: () => void }) {
  const { t } = useTranslation('organization')
  return (
    <Button aria-label={t('audit.clearFilter', { text })} onClick={onClear}>
      <span className="max-w-64 truncate">{text}</span> <X className="size-4" />
    </Button>
  )
}
