import type { ConditionalFormatEntry } from '@octavo/core/document'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { Checkbox, Select, TextField } from '../../../forms/index.ts'
import { Segmented } from '../../../ui/index.ts'
import { ColorField } from '../../inspector-fields/ColorField.tsx'
import {
  conditionsOf,
  isCondition,
  kindsOf,
  type RuleKind,
  recordOf,
  ruleOfKind,
  type ValueKind,
  valueOfText,
  withCondition,
} from './conditional-rule.ts'

interface RuleFieldsProps {
  rule: ConditionalFormatEntry
  kind: ValueKind
  /** Of a pivot table, whose totals can be colored too. */
  isPivot?: boolean
  onChange: (rule: ConditionalFormatEntry) => void
}

/** One rule of conditional formatting: how cells are coloured, when, and with what. */
export function RuleFields({ rule, kind, isPivot = false, onChange }: RuleFieldsProps) {
  const { t } = useTranslation('columns')
  const set = (fields: Record<string, unknown>) => onChange({ ...rule, ...fields })
  return (
    <div className="flex flex-col gap-3">
      <Segmented<RuleKind>
        label={t('conditionalKind')}
        isWide
        value={rule.type as RuleKind}
        options={kindsOf(kind).map((value) => ({ value, label: t(`rule.kind.${value}`) }))}
        onChange={(type) => onChange(ruleOfKind(rule.columnIds, type))}
      />
      {rule.type === 'single' ? (
        <SingleFields rule={rule} kind={kind} onChange={onChange} />
      ) : (
        <ScaleFields rule={rule} set={set} />
      )}
      {isPivot && (
        <div className="flex flex-wrap gap-4">
          {pivotParts.map(({ field, isUsual }) => (
            <Checkbox
              key={field}
              isChecked={rule[field] === undefined ? isUsual : rule[field] === true}
              onChange={(isOn) => set({ [field]: isOn === isUsual ? undefined : isOn })}
            >
              {t(`rule.${field}`)}
            </Checkbox>
          ))}
        </div>
      )}
    </div>
  )
}

/** Parts of a pivot table that a rule colors, and whether it does without saying so. */
const pivotParts = [
  { field: 'includeValues', isUsual: true },
  { field: 'includeSubtotals', isUsual: false },
  { field: 'includeGrandTotals', isUsual: false },
] as const

function SingleFields({ rule, kind, onChange }: RuleFieldsProps) {
  const { t } = useTranslation('columns')
  const condition = String(rule.condition)
  const style = recordOf(rule.style)
  const set = (fields: Record<string, unknown>) => onChange({ ...rule, ...fields })
  const mark = (fields: Record<string, unknown>) => set({ style: { ...style, ...fields } })
  const operand = (field: 'value' | 'low' | 'high') => (
    <TextField
      label={t(`rule.${field}`)}
      value={String(rule[field] ?? '')}
      onChange={(text) => set({ [field]: valueOfText(text, kind) })}
    />
  )
  return (
    <>
      <Select
        label={t('conditionalOperator')}
        value={condition}
        options={conditionsOf(kind).map((value) => ({ value: value as string, label: t(`rule.condition.${value}`) }))}
        onChange={(next) => isCondition(next) && onChange(withCondition(rule, next))}
      />
      {condition === 'Between' || condition === 'NotBetween' ? (
        <div className="grid grid-cols-2 gap-2">
          {operand('low')}
          {operand('high')}
        </div>
      ) : condition === 'formula' ? (
        <TextField
          label={t('rule.formula')}
          value={String(rule.formula ?? '')}
          className="font-mono"
          onChange={(formula) => set({ formula })}
        />
      ) : (
        condition !== 'IsNull' && condition !== 'IsNotNull' && operand('value')
      )}
      <div className="grid grid-cols-2 gap-2">
        <LabelledColor
          label={t('rule.background')}
          value={style.backgroundColor}
          onChange={(backgroundColor) => mark({ backgroundColor })}
        />
        <LabelledColor label={t('rule.text')} value={style.color} onChange={(color) => mark({ color })} />
      </div>
      <div className="flex gap-4">
        {(['bold', 'italic', 'underline'] as const).map((name) => (
          <Checkbox
            key={name}
            isChecked={style[name] === true}
            onChange={(isOn) => mark({ [name]: isOn || undefined })}
          >
            {t(`rule.${name}`)}
          </Checkbox>
        ))}
      </div>
    </>
  )
}

function ScaleFields({ rule, set }: { rule: ConditionalFormatEntry; set: (fields: Record<string, unknown>) => void }) {
  const { t } = useTranslation('columns')
  const scheme = Array.isArray(rule.scheme) ? rule.scheme.map(String) : []
  const domain = recordOf(rule.domain)
  const [low = '', high = ''] = [scheme[0], scheme.at(-1)]
  const bound = (field: 'min' | 'mid' | 'max') => (
    <TextField
      label={t(`rule.${field}`)}
      placeholder={t('rule.automatic')}
      inputMode="decimal"
      value={domain[field] === undefined ? '' : String(domain[field])}
      onChange={(text) => {
        const { [field]: _before, ...rest } = domain
        const next = text.trim() === '' ? rest : { ...rest, [field]: valueOfText(text, 'number') }
        set({ domain: Object.keys(next).length > 0 ? next : undefined })
      }}
    />
  )
  return (
    <>
      <div className="grid grid-cols-2 gap-2">
        <LabelledColor
          label={t('rule.lowColor')}
          value={low}
          onChange={(color) => set({ scheme: [String(color ?? '#ffffff'), ...scheme.slice(1)] })}
        />
        <LabelledColor
          label={t('rule.highColor')}
          value={high}
          onChange={(color) => set({ scheme: [...scheme.slice(0, -1), String(color ?? '#7fc8bf')] })}
        />
      </div>
      <div className="grid grid-cols-3 gap-2">
        {bound('min')}
        {bound('mid')}
        {bound('max')}
      </div>
      <Checkbox
        isChecked={rule.order === 'descending'}
        onChange={(isOn) => set({ order: isOn ? 'descending' : undefined })}
      >
        {t('rule.reverse')}
      </Checkbox>
      {rule.type === 'dataBars' ? (
        <Checkbox
          isChecked={rule.valueLabels === 'hidden'}
          onChange={(isOn) => set({ valueLabels: isOn ? 'hidden' : undefined })}
        >
          {t('rule.hideValues')}
        </Checkbox>
      ) : (
        <Checkbox
          isChecked={rule.nullBehavior === 'asZero'}
          onChange={(isOn) => set({ nullBehavior: isOn ? 'asZero' : undefined })}
        >
          {t('rule.nullAsZero')}
        </Checkbox>
      )}
    </>
  )
}

function LabelledColor(props: ComponentProps<typeof ColorField>) {
  return (
    <div className="flex flex-col gap-1">
      <span aria-hidden className="text-xs font-medium text-muted">
        {props.label}
      </span>
      <ColorField {...props} />
    </div>
  )
}
