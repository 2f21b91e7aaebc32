import { type DateRange, DayPicker, type Matcher } from 'react-day-picker'
import { ChevronLeft, ChevronRight } from '../ui/index.ts'
import { dateOfDay, dayOfDate } from './days.ts'

/** Days are ISO dates such as "2026-11-20", without a zone. */
export interface DayRange {
  from: string | null
  to: string | null
}

interface CommonProps {
  label: string
  /** The first and the last day that can be chosen. */
  min?: string
  max?: string
  months?: 1 | 2
  /** The current day in the zone of the page. */
  today: string
  /** 0 is Sunday; by default the locale's. */
  weekStartsOn?: 0 | 1 | 2 | 3 | 4 | 5 | 6
}

interface OneDayProps extends CommonProps {
  value: string | null
  onChange: (day: string | null) => void
}

interface RangeProps extends CommonProps {
  range: DayRange
  onRange: (range: DayRange) => void
}

/**
 * A month in which a day is chosen. Arrow keys move by days and weeks, Page Up and Page Down by months, with Shift by
 * years.
 */
export function DayCalendar({ value, onChange, ...rest }: OneDayProps) {
  const selected = value === null ? undefined : dateOfDay(value)
  return (
    <DayPicker
      {...common(rest, selected)}
      mode="single"
      selected={selected}
      onSelect={(date) => onChange(date ? dayOfDate(date) : null)}
    />
  )
}

/** Months in which two days are chosen, both included. */
export function RangeCalendar({ range, onRange, ...rest }: RangeProps) {
  const selected: DateRange | undefined =
    range.from === null
      ? undefined
      : { from: dateOfDay(range.from), to: range.to === null ? undefined : dateOfDay(range.to) }
  return (
    <DayPicker
      {...common(rest, selected?.to ?? selected?.from)}
      mode="range"
      selected={selected}
      onSelect={(next) =>
        onRange({ from: next?.from ? dayOfDate(next.from) : null, to: next?.to ? dayOfDate(next.to) : null })
      }
    />
  )
}

function common({ label, min, max, months = 1, today, weekStartsOn }: CommonProps, at: Date | undefined) {
  const disabled: Matcher[] = [
    ...(min === undefined ? [] : [{ before: dateOfDay(min) }]),
    ...(max === undefined ? [] : [{ after: dateOfDay(max) }]),
  ]
  return {
    'aria-label': label,
    role: 'application' as const,
    numberOfMonths: months,
    defaultMonth: at ?? dateOfDay(today),
    today: dateOfDay(today),
    weekStartsOn: weekStartsOn ?? firstWeekday(),
    disabled,
    showOutsideDays: false,
    classNames: looks,
    // The visible text is only the day's number; the label is "Sunday, November 1, 2026" and not "1st".
    labels: { labelDayButton: (date: Date) => fullDate.format(date) },
    components: {
      Chevron: ({ orientation }: { orientation?: 'left' | 'right' | 'up' | 'down' }) =>
        orientation === 'left' ? <ChevronLeft /> : <ChevronRight />,
    },
  }
}

const fullDate = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' })

const looks = {
  root: 'relative w-fit',
  months: 'flex gap-4',
  month: 'w-56',
  nav: 'absolute inset-x-0 top-0 flex justify-between',
  button_previous: 'grid size-7 place-items-center rounded-md text-muted hover:bg-hover hover:text-ink',
  button_next: 'grid size-7 place-items-center rounded-md text-muted hover:bg-hover hover:text-ink',
  month_caption: 'flex h-7 items-center justify-center font-medium',
  month_grid: 'mt-2 border-separate border-spacing-0',
  weekday: 'h-7 w-8 text-2xs font-medium text-muted',
  day: 'h-7 w-8 p-0 text-center',
  day_button:
    'h-7 w-8 rounded-sm tabular hover:bg-hover focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-focus disabled:text-faint',
  today: '[&>button]:font-semibold [&>button]:ring-1 [&>button]:ring-field-line [&>button]:ring-inset',
  selected: '[&>button]:bg-accent [&>button]:text-on-accent [&>button:hover]:bg-accent-hover',
  range_middle:
    'bg-accent-soft [&>button]:rounded-none! [&>button]:bg-transparent! [&>button]:text-ink! [&>button:hover]:bg-hover!',
  range_start: 'rounded-l-sm bg-accent-soft',
  range_end: 'rounded-r-sm bg-accent-soft',
  disabled: 'text-faint',
  hidden: 'invisible',
}

interface WeekInfo {
  firstDay: number
}

/** The first day of the week in the reader's locale; Sunday if the browser does not know it. */
function firstWeekday(): 0 | 1 | 2 | 3 | 4 | 5 | 6 {
  const locale: Intl.Locale & { weekInfo?: WeekInfo; getWeekInfo?: () => WeekInfo } = new Intl.Locale(
    navigator.language,
  )
  const day = (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 7
  const starts = [0, 1, 2, 3, 4, 5, 6] as const
  return starts[day % 7] ?? 0
}
