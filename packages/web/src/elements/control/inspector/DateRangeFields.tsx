import { savedDateRange } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useOpenPage } from '../../../editor/index.ts'
import { InspectorRow, NumberField, Select } from '../../../forms/index.ts'
import { fieldLookSmall, Switch } from '../../../ui/index.ts'
import { rangeInWords } from '../days-in-words.ts'
import { recordOf } from './control-part.ts'

const modes = ['last', 'next', 'current', 'custom', 'between', 'on', 'before', 'after'] as const
const units = ['day', 'week-starting-monday', 'month', 'quarter', 'year'] as const

/** Fields of every kind of date range; switching the kind removes the fields of the previous one. */
const none = {
  value: undefined,
  unit: undefined,
  includeToday: undefined,
  date: undefined,
  startDate: undefined,
  endDate: undefined,
}

interface DateRangeFieldsProps {
  range: Readonly<Record<string, unknown>>
  onChange: (fields: Readonly<Record<string, unknown>>) => void
}

/** Fixed or relative dates, with the dates that a relative range means today. */
export function DateRangeFields({ range, onChange: set }: DateRangeFieldsProps) {
  const { t } = useTranslation('inspectors')
  const { zone } = useOpenPage()
  const mode = typeof range.mode === 'string' ? range.mode : 'last'
  const today = new Date().toLocaleDateString('sv-SE', { timeZone: zone })
  const { min, max } = savedDateRange({ ...range }, { now: new Date().toISOString(), zone })
  const startOf: Record<string, Record<string, unknown>> = {
    last: { value: 30, unit: 'day', includeToday: true },
    next: { value: 30, unit: 'day', includeToday: true },
    current: { unit: 'month' },
    custom: { startDate: daysAgo(30), endDate: daysAgo(0) },
    between: {},
  }
  const days =
    mode === 'between'
      ? (['startDate', 'endDate'] as const)
      : ['on', 'before', 'after'].includes(mode)
        ? (['date'] as const)
        : []
  return (
    <>
      <InspectorRow label={t('field.type')}>
        {(id) => (
          <Select
            id={id}
            isSmall
            value={mode}
            options={modes.map((value) => ({ value: value as string, label: t(`dateMode.${value}`) }))}
            onChange={(next) => set({ ...none, mode: next, ...(startOf[next] ?? { date: today }) })}
          />
        )}
      </InspectorRow>
      {(mode === 'last' || mode === 'next') && (
        <InspectorRow label={t('control.amount')}>
          {(id) => (
            <NumberField
              id={id}
              isSmall
              min={1}
              value={Number(range.value)}
              onChange={(value) => set({ value: value ?? 1 })}
            />
          )}
        </InspectorRow>
      )}
      {['last', 'next', 'current'].includes(mode) && (
        <InspectorRow label={t('controlField.unit')}>
          {(id) => (
            <Select
              id={id}
              isSmall
              value={String(range.unit ?? 'day')}
              options={units.map((value) => ({ value: value as string, label: t(`unit.${value}`) }))}
              onChange={(unit) => set({ unit })}
            />
          )}
        </InspectorRow>
      )}
      {(mode === 'last' || mode === 'next') && (
        <InspectorRow label={t('control.includeToday')}>
          {(id) => (
            <Switch
              id={id}
              label={t('control.includeToday')}
              isOn={range.includeToday === true}
              onChange={(includeToday) => set({ includeToday })}
            />
          )}
        </InspectorRow>
      )}
      {mode === 'custom' &&
        (['startDate', 'endDate'] as const).map((field) => (
          <RelativeEnd
            key={field}
            label={t(`controlField.${field}`)}
            saved={range[field]}
            onChange={(value) => set({ [field]: value })}
          />
        ))}
      {days.map((field) => (
        <InspectorRow key={field} label={t(`controlField.${field}`)}>
          {(id) => (
            <input
              id={id}
              type="date"
              className={fieldLookSmall}
              value={typeof range[field] === 'string' ? String(range[field]).slice(0, 10) : ''}
              onChange={(event) => event.target.value && set({ [field]: event.target.value })}
            />
          )}
        </InspectorRow>
      ))}
      <p className="text-xs text-muted">
        {rangeInWords(min, max, t('control.meansOpen'))} ({zone})
      </p>
    </>
  )
}

const daysAgo = (value: number) => ({ op: 'now-minus', unit: 'day', value })

interface RelativeEndProps {
  label: string
  saved: unknown
  onChange: (value: object | string | undefined) => void
}

/** One end of a range, counted from today: below zero before it, above zero after it. Empty is open. */
function RelativeEnd({ label, saved, onChange }: RelativeEndProps) {
  const { t } = useTranslation('inspectors')
  const { op, unit, value } = recordOf(saved)
  const count = typeof value === 'number' ? (op === 'now-minus' ? -value : value) : null
  const write = (next: number | null, nextUnit: string) =>
    onChange(
      next === null ? undefined : { op: next > 0 ? 'now-plus' : 'now-minus', unit: nextUnit, value: Math.abs(next) },
    )
  const shownUnit = units.find((each) => each === unit) ?? 'day'
  return (
    <InspectorRow label={label} hint={t('control.fromToday')}>
      {(id) => (
        <div className="flex gap-1">
          <NumberField
            id={id}
            isSmall
            value={count}
            placeholder={typeof saved === 'string' ? saved.slice(0, 10) : t('control.open')}
            onChange={(next) => write(next, shownUnit)}
          />
          <Select
            label={t('controlField.unit')}
            isSmall
            value={shownUnit}
            options={units.map((each) => ({ value: each as string, label: t(`unit.${each}`) }))}
            onChange={(next) => write(count ?? 0, next)}
          />
        </div>
      )}
    </InspectorRow>
  )
}
