import type { Cell } from '@octavo/core/types'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfPage } from '../../editor/index.ts'
import { dayOfText, LazyDayCalendar } from '../../forms/index.ts'
import { Calendar, classNames, fieldLook, Popover } from '../../ui/index.ts'
import { dayInWords, todayIn } from './days-in-words.ts'
import { useDraft } from './use-draft.ts'

interface DateFieldProps {
  label: string
  value: Cell
  onChange: (day: string | null) => void
  className?: string
}

/** A day that is typed or chosen in a calendar. */
export function DateField({ label, value, onChange, className }: DateFieldProps) {
  const { t } = useTranslation()
  const zone = useOfPage((page) => page.zone)
  const [isOpen, setOpen] = useState(false)
  const day = typeof value === 'string' ? value.slice(0, 10) : ''
  return (
    <div className={classNames('relative flex min-w-0 grow', className)}>
      <DayInput label={label} day={day} onChange={onChange} className="pr-9" />
      <Popover
        label={t('control.openCalendar', { name: label })}
        hasTooltip
        isOpen={isOpen}
        onOpenChange={setOpen}
        align="end"
        className="w-fit p-3"
        triggerClass="absolute inset-y-px right-px grid w-8 place-items-center rounded-md text-muted hover:text-ink"
        trigger={<Calendar />}
      >
        <LazyDayCalendar
          label={label}
          today={todayIn(zone)}
          value={day || null}
          onChange={(next) => {
            onChange(next)
            setOpen(false)
          }}
        />
      </Popover>
    </div>
  )
}

interface DayInputProps {
  label: string
  /** Empty where there is none. */
  day: string
  onChange: (day: string | null) => void
  className?: string
}

/** A day as the reader's locale writes it; "2026-11-20" is understood too. */
export function DayInput({ label, day, onChange, className }: DayInputProps) {
  const { t } = useTranslation()
  const shown = day === '' ? '' : dayInWords(day)
  const { draft, change, flush } = useDraft(shown, (text) => {
    if (text.trim() === '') onChange(null)
    else {
      const typed = dayOfText(text)
      if (typed !== undefined) onChange(typed)
    }
  })
  const isWrong = draft.trim() !== '' && draft !== shown && dayOfText(draft) === undefined
  return (
    <input
      type="text"
      aria-label={label}
      aria-invalid={isWrong || undefined}
      placeholder={t('control.dateFormat')}
      value={draft}
      onChange={(event) => change(event.target.value)}
      onBlur={flush}
      onKeyDown={(event) => event.key === 'Enter' && flush()}
      className={classNames(fieldLook, className)}
    />
  )
}
