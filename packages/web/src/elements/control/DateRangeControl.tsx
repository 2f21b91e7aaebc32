import { type ControlElement, type ControlTime, controlValueFromText } from '@octavo/core/document'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useControl, useOfPage } from '../../editor/index.ts'
import { LazyRangeCalendar } from '../../forms/index.ts'
import { Button, Calendar, ChevronDown, classNames, fieldLook, Popover, X } from '../../ui/index.ts'
import { useWatchedMedia, watchMedia } from '../../watched-media.ts'
import type { ControlFieldProps } from './control-field.ts'
import { DayInput } from './DateField.tsx'
import { type DatePreset, datePresets, presetOfText, textOfPreset } from './date-presets.ts'
import { rangeInWords, todayIn } from './days-in-words.ts'
import { type RelativeRange, relativeOfText, relativeUnits, savedRelative, textOfRelative } from './relative-range.ts'
import '../../i18n/dates.ts'

/** Two days, both inclusive, or a period by its name. */
export function DateRangeControl({ element, label }: ControlFieldProps) {
  const { t } = useTranslation()
  const dates = useTranslation('dates').t
  const words = ({ direction, count, unit }: NonNullable<ReturnType<typeof savedRelative>>) =>
    dates(`${direction}.${unit}`, { count })
  const [isOpen, setOpen] = useState(false)
  const zone = useOfPage((page) => page.zone)
  const { chosen, text, setText, setRange } = useControl(element)
  const time = { now: new Date().toISOString(), zone }
  const preset = text === undefined ? undefined : presetOfText(text, time)
  const isUnset = chosen.min === null && chosen.max === null
  const range = rangeInWords(chosen.min, chosen.max, t('control.all'))
  const relative = text === undefined ? savedRelative(element) : relativeOfText(text)
  const summary = preset ? t(`control.preset.${preset}`) : relative && !isUnset ? `${words(relative)}: ${range}` : range
  return (
    <div className="relative">
      <Popover
        label={`${label}: ${summary}`}
        isOpen={isOpen}
        onOpenChange={setOpen}
        className="w-fit"
        triggerClass={classNames(fieldLook, 'flex items-center gap-2 text-left', isUnset ? 'pr-9' : 'pr-16')}
        trigger={
          <>
            <Calendar className="size-4 shrink-0 text-muted" aria-hidden />
            <span className={classNames('min-w-0 grow truncate', isUnset && 'text-muted')} title={range}>
              {summary}
            </span>
            <ChevronDown className="absolute right-2.5 size-4 shrink-0 text-muted" aria-hidden />
          </>
        }
      >
        <RangePanel
          label={label}
          zone={zone}
          preset={preset}
          min={dayOf(chosen.min)}
          max={dayOf(chosen.max)}
          relative={text === undefined ? undefined : relativeOfText(text)}
          onText={(next) => {
            setText(next)
            setOpen(false)
          }}
          onApply={(from, to) => {
            setRange(from, to)
            setOpen(false)
          }}
        />
      </Popover>
      {!isUnset && (
        <button
          type="button"
          aria-label={t('control.clear', { name: label })}
          className="absolute inset-y-1 right-8 grid w-6 place-items-center rounded-sm text-muted hover:bg-hover hover:text-ink"
          onClick={() => setRange(null, null)}
        >
          <X className="size-3.5" aria-hidden />
        </button>
      )}
    </div>
  )
}

const dayOf = (cell: unknown) => (typeof cell === 'string' ? cell.slice(0, 10) : null)

interface RangePanelProps {
  label: string
  zone: string
  preset: DatePreset | undefined
  min: string | null
  max: string | null
  relative: RelativeRange | undefined
  onText: (text: string) => void
  onApply: (from: string | null, to: string | null) => void
}

const wide = watchMedia('(min-width: 900px)')

/** Periods by name at the left, months in the middle, days from today and typed days below. Days take effect with Apply. */
function RangePanel({ label, zone, preset, min, max, relative, onText, onApply }: RangePanelProps) {
  const { t } = useTranslation()
  const time = { now: new Date().toISOString(), zone }
  const isWide = useWatchedMedia(wide)
  const [range, setRange] = useState({ from: min, to: max })
  return (
    <div className="flex max-h-[min(30rem,80dvh)] overflow-auto scroll-quiet max-[899px]:flex-col">
      <ul
        aria-label={t('control.presets')}
        className="shrink-0 border-line p-2 min-[900px]:w-36 min-[900px]:border-r max-[899px]:grid max-[899px]:grid-cols-2 max-[899px]:border-b"
      >
        {datePresets.map((entry) => (
          <li key={entry}>
            <button
              type="button"
              aria-pressed={entry === preset}
              className="h-item w-full rounded-sm px-2 text-left hover:bg-hover aria-pressed:bg-pressed aria-pressed:font-medium"
              title={daysOfText(textOfPreset(entry, time), time, t('control.all'))}
              onClick={() => onText(textOfPreset(entry, time))}
            >
              {t(`control.preset.${entry}`)}
            </button>
          </li>
        ))}
      </ul>
      <div>
        <div className="p-4">
          <LazyRangeCalendar
            label={label}
            today={todayIn(zone)}
            months={isWide ? 2 : 1}
            range={range}
            onRange={setRange}
          />
        </div>
        <RelativeRow zone={zone} first={relative} onText={onText} />
        <div className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-3">
          <div className="w-30">
            <DayInput
              label={t('control.fromDateOf', { name: label })}
              day={range.from ?? ''}
              onChange={(from) => setRange({ ...range, from })}
            />
          </div>
          <span aria-hidden className="text-faint">
            –
          </span>
          <div className="w-30">
            <DayInput
              label={t('control.toDateOf', { name: label })}
              day={range.to ?? ''}
              onChange={(to) => setRange({ ...range, to })}
            />
          </div>
          <span className="min-w-0 grow truncate text-xs text-muted" title={zone}>
            {zone}
          </span>
          <Button look="quiet" onClick={() => onApply(null, null)}>
            {t('common.clear')}
          </Button>
          <Button look="primary" onClick={() => onApply(range.from, range.to)}>
            {t('control.apply')}
          </Button>
        </div>
      </div>
    </div>
  )
}

/** The last or next so many days, weeks or months, with the days that this means today. */
function RelativeRow({
  zone,
  first,
  onText,
}: {
  zone: string
  first: RelativeRange | undefined
  onText: (text: string) => void
}) {
  const { t } = useTranslation('dates')
  const [range, setRange] = useState<RelativeRange>(first ?? { direction: 'last', count: 3, unit: 'month' })
  const text = textOfRelative(range)
  return (
    <fieldset className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-3">
      <legend className="sr-only">{t('relative.title')}</legend>
      <select
        aria-label={t('relative.direction')}
        className={classNames(fieldLook, 'max-w-20')}
        value={range.direction}
        onChange={(event) => setRange({ ...range, direction: event.target.value === 'next' ? 'next' : 'last' })}
      >
        <option value="last">{t('relative.last')}</option>
        <option value="next">{t('relative.next')}</option>
      </select>
      <input
        type="number"
        min={1}
        max={9999}
        aria-label={t('relative.count')}
        className={classNames(fieldLook, 'max-w-18')}
        value={range.count}
        onChange={(event) =>
          setRange({ ...range, count: Math.min(9999, Math.max(1, Math.round(Number(event.target.value)))) })
        }
      />
      <select
        aria-label={t('relative.unit')}
        className={classNames(fieldLook, 'max-w-28')}
        value={range.unit}
        onChange={(event) =>
          setRange({ ...range, unit: relativeUnits.find((unit) => unit === event.target.value) ?? 'day' })
        }
      >
        {relativeUnits.map((unit) => (
          <option key={unit} value={unit}>
            {t(`unit.${unit}`)}
          </option>
        ))}
      </select>
      <output className="min-w-0 grow truncate text-xs text-muted">
        {daysOfText(text, { now: new Date().toISOString(), zone }, '')}
      </output>
      <Button onClick={() => onText(text)}>{t('relative.apply')}</Button>
    </fieldset>
  )
}

/** The days that a text form means now, in words. */
function daysOfText(text: string, time: ControlTime, all: string): string {
  const read = controlValueFromText(anyRange, text, time)
  const value = read.ok && read.value?.kind === 'range' ? read.value : { min: null, max: null }
  return rangeInWords(value.min, value.max, all)
}

const anyRange: ControlElement = {
  id: '',
  kind: 'control',
  controlId: '',
  controlType: 'date-range',
  mode: 'between',
}
