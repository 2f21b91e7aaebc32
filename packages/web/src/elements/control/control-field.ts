import type { ControlElement } from '@octavo/core/document'

export interface ControlFieldProps {
  /** Never a synced copy: its primary instead. */
  element: ControlElement
  /** The accessible name of the field. */
  label: string
}
