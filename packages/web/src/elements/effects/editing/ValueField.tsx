import { controlsOf } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useEditorState } from '../../../editor/index.ts'
import { NumberField, Select } from '../../../forms/index.ts'
import { type Effect, record } from '../effect.ts'
import type { NamedColumn } from './effect-editor.ts'
import { FormulaLine } from './FormulaLine.tsx'
import { Line, ListLine } from './fields.tsx'
import '../../../i18n/actions.ts'

export type ValueKind =
  | 'text'
  | 'number'
  | 'boolean'
  | 'date'
  | 'text-list'
  | 'number-list'
  | 'number-range'
  | 'date-range'

interface ValueFieldProps {
  label: string
  kind: ValueKind
  value: unknown
  columns: readonly NamedColumn[]
  onChange: (value: Effect | undefined) => void
  /** It may be left out. */
  isOptional?: boolean
}

/** Where a value of an effect comes from: written down, from a control, a formula, or from what is selected. */
export function ValueField({ label, kind, value, columns, onChange, isOptional = false }: ValueFieldProps) {
  const { t } = useTranslation('actions')
  const controls = controlsOf(useEditorState((state) => state.document))
  const { type } = record(value)
  const isRange = kind === 'number-range' || kind === 'date-range'
  const options = [
    ...(isOptional ? [{ value: 'none', label: t('value.none') }] : []),
    ...(kind === 'date-range' ? [] : [{ value: 'constant', label: t('value.constant') }]),
    { value: 'control', label: t('value.control'), isDisabled: controls.length === 0 },
    { value: isRange ? 'formula-range' : 'formula', label: t('value.formula') },
    ...(isRange ? [] : [{ value: 'agent-input', label: t('value.input') }]),
    ...(columns.length > 0 ? [{ value: isRange ? 'column-range' : 'column', label: t('value.column') }] : []),
  ]
  const known = type === undefined ? (isOptional ? 'none' : '') : String(type)
  const shown = options.some((option) => option.value === known)
    ? options
    : [...options, { value: known, label: known, isDisabled: true }]
  const [first] = columns
  const [firstControl] = controls
  const choose = (next: string) => {
    const made: Record<string, Effect> = {
      constant: { type: 'constant', value: emptyConstant(kind) },
      control: { type: 'control', control: firstControl?.controlId ?? '' },
      formula: { type: 'formula', formula: '' },
      'formula-range': { type: 'formula-range' },
      'agent-input': { type: 'agent-input', inputName: label },
      column: { type: 'column', column: first?.columnId ?? '' },
      'column-range': { type: 'column-range', min: first?.columnId ?? '', max: first?.columnId ?? '' },
    }
    onChange(made[next])
  }
  return (
    <div className="flex flex-col gap-1">
      <Select label={t('value.from', { label })} isSmall value={known} options={shown} onChange={choose} />
      <Given
        {...{ label, kind, value: record(value), columns, onChange }}
        controls={controls.map(({ controlId, name }) => ({ value: controlId, label: name || controlId }))}
      />
    </div>
  )
}

function emptyConstant(kind: ValueKind): Effect {
  const empty: Partial<Record<ValueKind, unknown>> = {
    number: 0,
    boolean: true,
    'text-list': [],
    'number-list': [],
    'number-range': {},
  }
  return { type: kind, value: kind in empty ? empty[kind] : '' }
}

interface GivenProps {
  label: string
  kind: ValueKind
  value: Effect
  columns: readonly NamedColumn[]
  controls: readonly { value: string; label: string }[]
  onChange: (value: Effect) => void
}

function Given({ label, value, columns, controls, onChange }: GivenProps) {
  const { t } = useTranslation('actions')
  const offered = columns.map(({ columnId, name }) => ({ value: columnId, label: name }))
  switch (value.type) {
    case 'constant':
      return (
        <Constant
          label={label}
          constant={record(value.value)}
          onChange={(next) => onChange({ ...value, value: next })}
        />
      )
    case 'control':
      return (
        <Select
          label={t('value.whichControl', { label })}
          isSmall
          value={String(value.control)}
          options={controls}
          onChange={(control) => onChange({ ...value, control })}
        />
      )
    case 'column':
      return (
        <Select
          label={t('value.whichColumn', { label })}
          isSmall
          value={String(value.column)}
          options={offered}
          onChange={(column) => onChange({ ...value, column })}
        />
      )
    case 'formula':
    case 'formula-range':
      return <Formula {...{ label, value, columns, onChange }} />
    case 'agent-input':
      return (
        <Line
          label={t('value.inputName', { label })}
          value={value.inputName}
          onChange={(inputName) => onChange({ ...value, inputName })}
        />
      )
    case 'column-range':
      return (['min', 'max'] as const).map((end) => (
        <Select
          key={end}
          label={t(`value.${end}`, { label })}
          isSmall
          value={String(value[end] ?? '')}
          options={offered}
          onChange={(columnId) => onChange({ ...value, [end]: columnId })}
        />
      ))
    default:
      return null
  }
}

/** One formula, or one for each end of a range; an end without one is open. */
function Formula({ label, value, columns, onChange }: Omit<GivenProps, 'kind' | 'controls'>) {
  const { t } = useTranslation('actions')
  if (value.type === 'formula') {
    return (
      <FormulaLine
        label={t('value.formulaText', { label })}
        value={value.formula}
        columns={columns}
        onChange={(formula) => onChange({ ...value, formula })}
      />
    )
  }
  return (['min', 'max'] as const).map((end) => (
    <FormulaLine
      key={end}
      label={t('value.formulaText', { label: t(`value.${end}`, { label }) })}
      value={value[end]}
      columns={columns}
      onChange={(formula) => {
        const { [end]: _, ...rest } = value
        onChange(formula === '' ? rest : { ...rest, [end]: formula })
      }}
    />
  ))
}

function Constant({
  label,
  constant,
  onChange,
}: {
  label: string
  constant: Effect
  onChange: (constant: Effect) => void
}) {
  const { t } = useTranslation('actions')
  const { type, value } = constant
  const set = (next: unknown) => onChange({ ...constant, value: next })
  const name = t('value.is', { label })
  switch (type) {
    case 'number':
      return <NumberField label={name} isSmall value={typeof value === 'number' ? value : null} onChange={set} />
    case 'boolean':
      return (
        <Select
          label={name}
          isSmall
          value={String(value)}
          options={['true', 'false', 'null'].map((word) => ({ value: word, label: t(`value.${word as 'true'}`) }))}
          onChange={(word) => set(word === 'null' ? null : word === 'true')}
        />
      )
    case 'text-list':
    case 'number-list':
      return (
        <ListLine
          label={name}
          placeholder={t('value.list')}
          values={Array.isArray(value) ? value : []}
          onChange={(items) => set(listOf(items, type === 'number-list'))}
        />
      )
    case 'number-range':
      return (['min', 'max'] as const).map((end) => (
        <NumberField
          key={end}
          label={t(`value.${end}`, { label })}
          isSmall
          value={typeof record(value)[end] === 'number' ? (record(value)[end] as number) : null}
          onChange={(next) => {
            const { [end]: _, ...others } = record(value)
            set(next === null ? others : { ...others, [end]: next })
          }}
        />
      ))
    case 'text':
    case 'date':
      return <Line label={name} placeholder={type === 'date' ? t('value.date') : name} value={value} onChange={set} />
    default:
      return null
  }
}

function listOf(items: string[], isNumber: boolean): (string | number)[] {
  if (!isNumber) return items.join('') === '' ? [] : items
  return items.filter((item) => item !== '' && Number.isFinite(Number(item))).map(Number)
}
