import { setControlFields } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { InspectorRow, Select } from '../../../forms/index.ts'
import { Switch } from '../../../ui/index.ts'
import { WordsField } from '../../inspector-fields/FieldRow.tsx'
import type { ControlPart } from './control-part.ts'

const comparisons = ['=', '<=', '>='] as const
const nulls = ['when-no-value-is-selected', 'always', 'never'] as const
const textModes = [
  'contains',
  'equals',
  'starts-with',
  'ends-with',
  'like',
  'matches-regexp',
  'does-not-contain',
  'does-not-equal',
  'does-not-start-with',
  'does-not-end-with',
  'not-like',
  'does-not-match-regexp',
] as const

type Words = (typeof comparisons)[number] | (typeof nulls)[number] | (typeof textModes)[number]
type Choice =
  | Words
  | 'include'
  | 'exclude'
  | 'multiple'
  | 'single'
  | 'sensitive'
  | 'insensitive'
  | 'True/All'
  | 'True/False'
  | 'top-n'
  | 'bottom-n'
  | 'rank'
  | 'rank-dense'
  | 'row-number'

interface Option {
  field:
    | 'mode'
    | 'selectionMode'
    | 'case'
    | 'includeNulls'
    | 'showOperators'
    | 'showClearLabel'
    | 'clearLabel'
    | 'rankingFunction'
  /** The first is what an absent field means; none for a switch or a text. */
  choices?: readonly Choice[]
  isText?: boolean
  /** What else the choice clears: a default of the other form. */
  clears?: readonly string[]
}

const compared: Option = { field: 'mode', choices: comparisons }
const includeNulls: Option = { field: 'includeNulls', choices: nulls }
const onOff: Option = { field: 'mode', choices: ['True/All', 'True/False'] }

const options: Readonly<Record<string, readonly Option[]>> = {
  list: [
    { field: 'selectionMode', choices: ['multiple', 'single'], clears: ['value', 'values'] },
    { field: 'mode', choices: ['include', 'exclude'] },
  ],
  hierarchy: [{ field: 'mode', choices: ['include', 'exclude'] }],
  segmented: [{ field: 'showClearLabel' }, { field: 'clearLabel', isText: true }],
  text: [
    { field: 'mode', choices: textModes },
    { field: 'case', choices: ['insensitive', 'sensitive'] },
    { field: 'showOperators' },
    includeNulls,
  ],
  number: [compared, includeNulls],
  slider: [compared, includeNulls],
  date: [compared, includeNulls],
  'number-range': [includeNulls],
  'range-slider': [includeNulls],
  'date-range': [includeNulls],
  switch: [onOff],
  checkbox: [onOff],
  'top-n': [
    { field: 'mode', choices: ['top-n', 'bottom-n'] },
    { field: 'rankingFunction', choices: ['rank', 'rank-dense', 'row-number'] },
    includeNulls,
  ],
}

/** How the value of a control is compared, what it does with empty values, and how it looks, by its type. */
export function OptionRows({ control, document, change }: ControlPart) {
  const { t } = useTranslation('inspectors')
  const set = (fields: Record<string, unknown>) => change(setControlFields(document, control.id, fields))
  // Ranges of dates keep their way to be counted in `mode`, which the values edit.
  return (options[control.controlType] ?? []).map(({ field, choices, isText = false, clears = [] }) => {
    const value = control[field]
    const label = t(`controlOption.${field}`)
    return (
      <InspectorRow key={field} label={label}>
        {(id) =>
          choices ? (
            <Select
              id={id}
              isSmall
              value={typeof value === 'string' ? value : (choices[0] ?? '')}
              options={choices.map((choice) => ({ value: choice as string, label: t(`controlChoice.${choice}`) }))}
              onChange={(next) =>
                set({ ...Object.fromEntries(clears.map((name) => [name, undefined])), [field]: next })
              }
            />
          ) : isText ? (
            <WordsField
              id={id}
              value={typeof value === 'string' ? value : ''}
              onSave={(next) => set({ [field]: next || undefined })}
            />
          ) : (
            <Switch
              id={id}
              label={label}
              isOn={value === true}
              onChange={(isOn) => set({ [field]: isOn || undefined })}
            />
          )
        }
      </InspectorRow>
    )
  })
}
