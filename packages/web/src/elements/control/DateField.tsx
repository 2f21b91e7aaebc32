import type { Cell } from '@octavo/core/types'
import { useEffect, useRef } from 'react'
import { classNames, fieldLook } from '../../ui/index.ts'

/** Time without a key after which a date takes effect: a year is typed digit by digit. */
const settleMs = 700

interface DateFieldProps {
  label: string
  value: Cell
  onChange: (day: string | null) => void
  className?: string
}

/**
 * A day. The browser owns what is being typed: a half-typed date has no value yet, and setting one would wipe it out.
 */
export function DateField({ label, value, onChange, className }: DateFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const day = typeof value === 'string' ? value.slice(0, 10) : ''
  const committed = useRef(day)
  useEffect(() => {
    if (field.current && committed.current !== day) field.current.value = day
    committed.current = day
  }, [day])
  useEffect(() => () => clearTimeout(timer.current), [])

  function commit() {
    clearTimeout(timer.current)
    const input = field.current
    if (!input || input.validity.badInput || input.value === committed.current) return
    committed.current = input.value
    onChange(input.value === '' ? null : input.value)
  }

  return (
    <input
      ref={field}
      type="date"
      aria-label={label}
      defaultValue={day}
      onChange={() => {
        clearTimeout(timer.current)
        timer.current = setTimeout(commit, settleMs)
      }}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
      className={classNames(fieldLook, 'tabular', className)}
    />
  )
}
