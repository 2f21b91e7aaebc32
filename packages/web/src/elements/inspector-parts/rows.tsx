import type { BaseElement } from '@octavo/core/document'
import { useEffect, useState } from 'react'
import { InspectorRow, NumberField, Select } from '../../forms/index.ts'
import { classNames, fieldLookSmall, Segmented, Switch } from '../../ui/index.ts'
import { useField } from './use-field.ts'

interface RowProps {
  element: BaseElement
  path: readonly string[]
  label: string
}

interface ChoiceRowProps extends RowProps {
  /** The first one is the default. */
  options: readonly { value: string; label: string }[]
}

/** A choice between a few options. */
export function ChoiceRow({ element, path, label, options }: ChoiceRowProps) {
  const { text, mixed, set, onReset } = useField(element, ...path)
  const value = mixed === undefined ? (text ?? options[0]?.value ?? '') : ''
  const choose = (next: string) => set(next === options[0]?.value ? undefined : next)
  const offered = mixed === undefined ? options : [{ value: '', label: mixed, isDisabled: true }, ...options]
  return (
    <InspectorRow label={label} onReset={onReset}>
      {(id) =>
        mixed === undefined &&
        options.length <= 3 &&
        options.reduce((sum, { label: word }) => sum + word.length, 0) <= 15 ? (
          <Segmented label={label} value={value} options={options} onChange={choose} isWide />
        ) : (
          <Select id={id} label={label} value={value} options={offered} onChange={choose} isSmall />
        )
      }
    </InspectorRow>
  )
}

/** A line of text; it is set while it is typed, and a pause ends the step of undo. */
export function TextRow({
  element,
  path,
  label,
  placeholder,
  isLong,
}: RowProps & { placeholder?: string; isLong?: boolean }) {
  const { text, mixed, set } = useField(element, ...path)
  const [typed, setTyped] = useState(text ?? '')
  useEffect(() => setTyped(text ?? ''), [text])
  return (
    <InspectorRow label={label} {...(isLong ? { isLong } : {})}>
      {(id) => (
        <input
          id={id}
          className={classNames(fieldLookSmall, 'w-full')}
          placeholder={mixed ?? placeholder}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            set(event.target.value)
          }}
        />
      )}
    </InspectorRow>
  )
}

export function NumberRow({
  element,
  path,
  label,
  min,
  max,
  unit,
}: RowProps & { min: number; max: number; unit?: string }) {
  const { number, mixed, set, onReset } = useField(element, ...path)
  return (
    <InspectorRow label={label} onReset={onReset}>
      {(id) => (
        <NumberField
          id={id}
          value={number}
          min={min}
          max={max}
          isSmall
          onChange={(value) => set(value ?? undefined)}
          {...(mixed === undefined ? {} : { placeholder: mixed })}
          {...(unit === undefined ? {} : { unit })}
        />
      )}
    </InspectorRow>
  )
}

/** A choice between "shown" and "hidden", or between the two given words; the first one is the default. */
export function SwitchRow({
  element,
  path,
  label,
  on = 'shown',
  off = 'hidden',
  isOnByDefault = true,
  isSentence = false,
}: RowProps & {
  on?: unknown
  off?: unknown
  isOnByDefault?: boolean
  /** The label is a sentence, which takes the room beside the switch. */
  isSentence?: boolean
}) {
  const { value, set, onReset } = useField(element, ...path)
  const isOn = value === undefined ? isOnByDefault : value === on
  return (
    <InspectorRow label={label} onReset={onReset} isSentence={isSentence}>
      {() => (
        <Switch
          label={label}
          isOn={isOn}
          onChange={(next) => set(next === isOnByDefault ? undefined : next ? on : off)}
        />
      )}
    </InspectorRow>
  )
}
