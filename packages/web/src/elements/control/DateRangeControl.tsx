import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useControl, useOpenPage } from '../../editor/index.ts'
import { LazyRangeCalendar } from '../../forms/index.ts'
import { Button, Calendar, ChevronDown, classNames, fieldLook, Popover, X } from '../../ui/index.ts'
import type { ControlFieldProps } from './control-field.ts'
import { DayInput } from './DateField.tsx'
import { type DatePreset, datePresets, presetOfText, textOfPreset } from './date-presets.ts'
import { rangeInWords, todayIn } from './days-in-words.ts'

/** Two days, both inclusive, or a period by its name. */
export function DateRangeControl({ element, label }: ControlFieldProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { zone } = useOpenPage()
  const { chosen, text, setText, setRange } = useControl(element)
  const time = { now: new Date().toISOString(), zone }
  const preset = text === undefined ? undefined : presetOfText(text, time)
  const isUnset = chosen.min === null && chosen.max === null
  const range = rangeInWords(chosen.min, chosen.max, t('control.all'))
  const summary = preset ? t(`control.preset.${preset}`) : range
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
          onPreset={(next) => {
            setText(textOfPreset(next, time))
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
  onPreset: (preset: DatePreset) => void
  onApply: (from: string | null, to: string | null) => void
}

const wide = matchMedia('(min-width: 900px)')

/** Periods by name at the left, months in the middle, the typed days below. Days take effect with Apply. */
function RangePanel({ label, zone, preset, min, max, onPreset, onApply }: RangePanelProps) {
  const { t } = useTranslation()
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
              onClick={() => onPreset(entry)}
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
            months={wide.matches ? 2 : 1}
            range={range}
            onRange={setRange}
          />
        </div>
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
