import { constantCellsOf } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { useEditorState } from '../../editor/index.ts'
import { Select } from '../../forms/index.ts'
import { controlChoices, type NamedColumn } from '../effects/editing/effect-editor.ts'
import { FormulaLine } from '../effects/editing/FormulaLine.tsx'
import { ListLine } from '../effects/editing/fields.tsx'
import { MatchFields } from '../effects/editing/RowFields.tsx'
import { type ConditionKind, conditionKinds, newCondition, withValues } from '../effects/editing/sequence-edits.ts'
import type { Effect } from '../effects/effect.ts'

interface ConditionFieldsProps {
  condition: Effect
  columns: readonly NamedColumn[]
  /** It may be about the control whose change starts the action. */
  hasOwnValue?: boolean
  onChange: (condition: Effect) => void
}

const kinds = ['constant', 'column', 'formula', 'control'] as const satisfies readonly ConditionKind[]

/** What has to be true: a formula, a selected value, or the value of a control. */
export function ConditionFields({ condition, columns, hasOwnValue = false, onChange }: ConditionFieldsProps) {
  const { t } = useTranslation('actions')
  const controls = controlChoices(useEditorState((state) => state.document))
  const subjects = { columns, controls, hasOwnValue }
  const possible = conditionKinds(subjects)
  const chosen = kinds.find((kind) => kind === condition.type)
  const shown = kinds.filter((kind) => kind !== 'constant' || hasOwnValue || chosen === 'constant')
  const options = shown.map((value) => ({
    value: value as string,
    label: t(`condition.${value}`),
    isDisabled: !possible.includes(value),
  }))
  return (
    <>
      <Select
        label={t('condition.kind')}
        isSmall
        value={String(condition.type)}
        options={options}
        onChange={(next) => onChange(newCondition(kinds.find((kind) => kind === next) ?? 'formula', subjects))}
      />
      {chosen === 'formula' && (
        <FormulaLine
          label={t('condition.formula')}
          value={condition.formula}
          columns={columns}
          onChange={(formula) => onChange({ ...condition, formula })}
        />
      )}
      {chosen === 'control' && (
        <Select
          label={t('condition.which')}
          isSmall
          value={String(condition.control)}
          options={controls}
          onChange={(control) => onChange({ ...condition, control })}
        />
      )}
      {(chosen === 'control' || chosen === 'constant') && <ValuesTest condition={condition} onChange={onChange} />}
      {chosen === 'column' && (
        <MatchFields
          test={condition}
          columns={columns.map(({ columnId, name }) => ({ value: columnId, label: name }))}
          onChange={(next) => onChange({ ...next })}
        />
      )}
    </>
  )
}

/** The values that a control has to have: exactly these, or one of them. */
function ValuesTest({ condition, onChange }: Pick<ConditionFieldsProps, 'condition' | 'onChange'>) {
  const { t } = useTranslation('actions')
  return (
    <>
      <Select
        label={t('test.condition')}
        isSmall
        value={String(condition.cond)}
        options={[
          { value: 'In', label: t('condition.oneOf') },
          { value: '=', label: t('condition.is') },
        ]}
        onChange={(cond) => onChange({ ...condition, cond })}
      />
      <ListLine
        label={t('value.list')}
        placeholder={t('condition.noValue')}
        values={constantCellsOf({ type: 'constant', value: condition.value }) ?? []}
        onChange={(items) => onChange(withValues(condition, items))}
      />
    </>
  )
}
