import { type ControlElement, controlValueFromText, controlValueToText, savedControlValue } from '@octavo/core/document'
import type { Cell } from '@octavo/core/types'
import { createContext, useContext, useMemo } from 'react'
import { type OpenPage, useOfPage, useReadPage } from './open-page.ts'

/** The current value of a control, independent of its appearance. */
export interface ChosenValues {
  /** Single value, or the items of a list. */
  items: readonly Cell[]
  min: Cell
  max: Cell
}

/** Called with the next text of a control, and the texts of all controls of the page before the change. */
export type ControlChange = (text: string | undefined, before: OpenPage['controlTexts']) => void

/** Called when a reader changes the value of the control inside. */
export const ControlChanged = createContext<ControlChange | undefined>(undefined)

/** The value of a control with a text in the address, or its saved value without one. */
export function chosenValues(element: ControlElement, text: string | undefined, zone: string): ChosenValues {
  const time = { now: new Date().toISOString(), zone }
  const read = text === undefined ? undefined : controlValueFromText(element, text, time, 'text')
  const value = read?.ok ? read.value : savedControlValue(element, time)
  const nothing = { items: [], min: null, max: null }
  if (!value) return nothing
  switch (value.kind) {
    case 'list':
      return { ...nothing, items: value.values }
    case 'range':
      return { ...nothing, min: value.min, max: value.max }
    default:
      return { ...nothing, items: value.value === null && text !== ':null' ? [] : [value.value] }
  }
}

export const isUnset = ({ items, min, max }: ChosenValues): boolean =>
  items.length === 0 && min === null && max === null

/** Whether a value must be chosen. */
export function isRequiredControl({ x: extras }: ControlElement): boolean {
  return typeof extras === 'object' && extras !== null && 'required' in extras && extras.required === true
}

/**
 * Present value of a control and the way to change it. The items of a list are carried as texts: the type of its
 * column does not matter to the text form, and the server reads them with it.
 */
export function useControl(element: ControlElement) {
  const read = useReadPage()
  const changed = useContext(ControlChanged)
  function setControl(text: string | undefined) {
    const { controlTexts } = read()
    read().setControl(element.controlId, text)
    if (controlTexts[element.controlId] !== text) changed?.(text, controlTexts)
  }
  const zone = useOfPage((page) => page.zone)
  const text = useOfPage(({ controlTexts }) => controlTexts[element.controlId])
  const chosen = useMemo(() => chosenValues(element, text, zone), [element, text, zone])

  const change = (next: string) => setControl(next)
  const write = (value: Parameters<typeof controlValueToText>[0]) =>
    controlValueToText(value, { now: new Date().toISOString(), zone })
  return {
    chosen,
    /** The text form in the address; undefined while the control has its saved value. */
    text,
    isChanged: text !== undefined,
    isUnset: isUnset(chosen),
    /** Goes back to the saved value. */
    reset: () => setControl(undefined),
    setText: change,
    setItems: (items: readonly Cell[]) => change(items.length === 0 ? '' : write({ kind: 'list', values: [...items] })),
    setItem: (item: Cell | undefined) => change(item === undefined ? '' : write({ kind: 'scalar', value: item })),
    setRange: (min: Cell, max: Cell) => change(min === null && max === null ? '' : write({ kind: 'range', min, max })),
  }
}
