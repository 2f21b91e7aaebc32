import type { ComponentType } from 'react'
import type { ControlFieldProps } from './control-field.ts'
import { DateControl } from './DateControl.tsx'
import { DateRangeControl } from './DateRangeControl.tsx'
import { DrillControl } from './DrillControl.tsx'
import type { FurtherControlType } from './further-types.ts'
import { HierarchyControl } from './HierarchyControl.tsx'
import { LegendControl } from './LegendControl.tsx'
import { NumberControl, TopNControl } from './NumberControl.tsx'
import { NumberRangeControl } from './NumberRangeControl.tsx'
import { SegmentedControl } from './SegmentedControl.tsx'
import { RangeSliderControl, SliderControl } from './SliderControl.tsx'
import { SwitchControl } from './SwitchControl.tsx'
import { TextAreaControl } from './TextAreaControl.tsx'

const fields = {
  'text-area': TextAreaControl,
  number: NumberControl,
  'number-range': NumberRangeControl,
  slider: SliderControl,
  'range-slider': RangeSliderControl,
  date: DateControl,
  'date-range': DateRangeControl,
  checkbox: SwitchControl,
  switch: SwitchControl,
  segmented: SegmentedControl,
  'top-n': TopNControl,
  drill: DrillControl,
  legend: LegendControl,
  hierarchy: HierarchyControl,
} satisfies Record<FurtherControlType, ComponentType<ControlFieldProps>>

/** The field of a control that most pages do without; these fields are a chunk of their own. */
export function FurtherField({ type, ...props }: ControlFieldProps & { type: FurtherControlType }) {
  const Field = fields[type]
  return <Field {...props} />
}
