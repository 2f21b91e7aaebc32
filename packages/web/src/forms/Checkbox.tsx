import { type ReactNode, useEffect, useId, useRef } from 'react'
import { classNames, Switch } from '../ui/index.ts'

interface CheckboxProps {
  isChecked: boolean
  /** Some of the options that it represents are selected. */
  isMixed?: boolean
  isDisabled?: boolean
  onChange: (isChecked: boolean) => void
  /** Accessible name if there is no visible text. */
  label?: string
  children?: ReactNode
  className?: string
}

export function Checkbox(props: CheckboxProps) {
  const { isChecked, isMixed = false, isDisabled = false, onChange, label, children, className } = props
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = isMixed && !isChecked
  }, [isMixed, isChecked])
  const input = (
    <input
      ref={box}
      id={id}
      type="checkbox"
      checked={isChecked}
      disabled={isDisabled}
      aria-label={label}
      onChange={(event) => onChange(event.target.checked)}
      className={classNames('checkbox block shrink-0', children ? 'mt-0.5' : className)}
    />
  )
  if (!children) return input
  return (
    <label
      htmlFor={id}
      className={classNames('flex items-start gap-2', isDisabled ? 'text-muted' : 'cursor-pointer', className)}
    >
      {input}
      <span className="min-w-0">{children}</span>
    </label>
  )
}

interface SwitchRowProps {
  label: string
  text?: string
  isOn: boolean
  isDisabled?: boolean
  onChange: (isOn: boolean) => void
}

/** A switch with its label at the left, for pages of settings. */
export function SwitchRow({ label, text, isOn, isDisabled = false, onChange }: SwitchRowProps) {
  const id = useId()
  return (
    <div className="flex items-start justify-between gap-6">
      <label htmlFor={id} className={isDisabled ? undefined : 'cursor-pointer'}>
        <span className="block font-medium">{label}</span>
        {text && <span className="block text-muted">{text}</span>}
      </label>
      <Switch id={id} label={label} isOn={isOn} isDisabled={isDisabled} onChange={onChange} />
    </div>
  )
}
