import type { Cell } from '@octavo/core/types'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useControl, useOpenPage } from '../../editor/index.ts'
import { localeName } from '../../formats.ts'
import { Calendar, Check, ChevronDown, classNames, fieldLook, Popover, X } from '../../ui/index.ts'
import type { ControlFieldProps } from './control-field.ts'
import { DateField } from './DateField.tsx'
import { type DatePreset, datePresets, presetOfText, textOfPreset } from './date-presets.ts'

/** Two days, both inclusive, or a period by its name. */
export function DateRangeControl({ element, label }: ControlFieldProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { zone } = useOpenPage()
  const { chosen, text, setText, setRange } = useControl(element)
  const time = { now: new Date().toISOString(), zone }
  const preset = text === undefined ? undefined : presetOfText(text, time)
  const isUnset = chosen.min === null && chosen.max === null
  const summary = preset ? t(`control.preset.${preset}`) : rangeInWords(chosen.min, chosen.max, t('control.all'))

  function choose(next: DatePreset) {
    setText(textOfPreset(next, time))
    setOpen(false)
  }

  return (
    <div className="relative">
      <Popover
        label={`${label}: ${summary}`}
        isOpen={isOpen}
        onOpenChange={setOpen}
        triggerClass={classNames(fieldLook, 'flex items-center gap-2 text-left', isUnset ? 'pr-9' : 'pr-16')}
        trigger={
          <>
            <Calendar className="size-4 shrink-0 text-muted" aria-hidden />
            <span className={classNames('min-w-0 grow truncate tabular', isUnset && 'text-muted')}>{summary}</span>
            <ChevronDown className="absolute right-2.5 size-4 shrink-0 text-muted" aria-hidden />
          </>
        }
      >
        <div className="max-h-[min(30rem,80dvh)] overflow-y-auto scroll-quiet">
          <div className="flex flex-col gap-2 border-b border-line p-3">
            <Side label={t('control.fromDate')}>
              <DateField
                label={t('control.fromDateOf', { name: label })}
                value={chosen.min}
                onChange={(day) => setRange(day, chosen.max)}
              />
            </Side>
            <Side label={t('control.toDate')}>
              <DateField
                label={t('control.toDateOf', { name: label })}
                value={chosen.max}
                onChange={(day) => setRange(chosen.min, day)}
              />
            </Side>
          </div>
          <ul aria-label={t('control.presets')} className="p-1">
            {datePresets.map((entry) => (
              <li key={entry}>
                <button
                  type="button"
                  aria-pressed={entry === preset}
                  className="flex w-full items-center gap-2 rounded px-2 py-1.5 text-left hover:bg-hover focus-visible:bg-hover"
                  onClick={() => choose(entry)}
                >
                  <span className="grow">{t(`control.preset.${entry}`)}</span>
                  {entry === preset && <Check className="size-4 text-accent-text" aria-hidden />}
                </button>
              </li>
            ))}
          </ul>
        </div>
      </Popover>
      {!isUnset && (
        <button
          type="button"
          aria-label={t('control.clear', { name: label })}
          className="absolute top-1.5 right-8 grid size-6 place-items-center rounded text-muted hover:bg-hover hover:text-ink"
          onClick={() => setRange(null, null)}
        >
          <X className="size-3.5" aria-hidden />
        </button>
      )}
    </div>
  )
}

function Side({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="flex items-center gap-2">
      <span aria-hidden className="w-10 shrink-0 text-xs text-muted">
        {label}
      </span>
      {children}
    </div>
  )
}

function rangeInWords(min: Cell, max: Cell, all: string): string {
  if (min === null && max === null) return all
  if (min !== null && min === max) return dayInWords(min)
  if (min === null) return `≤ ${dayInWords(max)}`
  return max === null ? `≥ ${dayInWords(min)}` : `${dayInWords(min)} – ${dayInWords(max)}`
}

/** Days are calendar values without a zone; UTC on both sides keeps them as they are. */
function dayInWords(cell: Cell): string {
  const text = String(cell)
  const time = Date.parse(text.includes('T') ? `${text}Z` : `${text}T00:00:00Z`)
  if (Number.isNaN(time)) return text
  return new Intl.DateTimeFormat(localeName() ?? 'en', { dateStyle: 'medium', timeZone: 'UTC' }).format(time)
}
