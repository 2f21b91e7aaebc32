import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Checkbox, Select } from '../../forms/index.ts'
import type { NamedColumn } from '../effects/editing/effect-editor.ts'
import { TextLine } from '../effects/editing/FormulaLine.tsx'
import { Line } from '../effects/editing/fields.tsx'
import {
  conditionKinds,
  type EditedAction,
  newCondition,
  triggerOf,
  withFailureSteps,
  withFailureToast,
  withTrigger,
} from '../effects/editing/sequence-edits.ts'
import { namesAfter, SequenceNamesContext } from '../effects/editing/sequence-names.ts'
import { type Effect, record } from '../effects/effect.ts'
import { ConditionFields } from './ConditionFields.tsx'

interface ActionOptionsProps {
  action: EditedAction
  columns: readonly NamedColumn[]
  hasCells: boolean
  onChange: (action: EditedAction) => void
}

/** The name of an action, the condition that it waits for, and what it says when it is done or has failed. */
export function ActionOptions({ action, columns, hasCells, onChange }: ActionOptionsProps) {
  const { t } = useTranslation('actions')
  const { name: _, ...unnamed } = action
  return (
    <div className="flex flex-col gap-2 border-b border-line pb-2">
      <Line
        label={t('name')}
        value={action.name}
        onChange={(name) => onChange(name === '' ? unnamed : { ...action, name })}
      />
      {hasCells && columns.length > 0 && <PressedColumn {...{ action, columns, onChange }} />}
      <WhenFields {...{ action, columns, onChange }} />
      <ToastFields {...{ action, columns, onChange }} />
      <FailureFields {...{ action, columns, onChange }} />
    </div>
  )
}

/** Which column has to be pressed. */
function PressedColumn({ action, columns, onChange }: Omit<ActionOptionsProps, 'hasCells'>) {
  const { t } = useTranslation('actions')
  const { columnId } = record(action.trigger)
  const offered = columns.map(({ columnId: value, name: label }) => ({ value, label }))
  return (
    <Select
      label={t('when.column')}
      isSmall
      value={typeof columnId === 'string' ? columnId : 'any'}
      options={[{ value: 'any', label: t('when.any') }, ...offered]}
      onChange={(next) => onChange(withTrigger(action, { columnId: next === 'any' ? undefined : next }))}
    />
  )
}

/** What has to be true for the action to run. */
function WhenFields({ action, columns, onChange }: Omit<ActionOptionsProps, 'hasCells'>) {
  const { t } = useTranslation('actions')
  const { condition } = record(action.trigger)
  const hasOwnValue = triggerOf(action) === 'on-change'
  const [usual = 'formula'] = conditionKinds({ columns, controls: [], hasOwnValue })
  const set = (next: Effect | undefined) => onChange(withTrigger(action, { condition: next }))
  return (
    <>
      <Checkbox
        isChecked={condition !== undefined}
        onChange={(isOn) => set(isOn ? newCondition(usual, { columns }) : undefined)}
      >
        {t(usual === 'formula' ? 'when.only' : 'when.condition')}
      </Checkbox>
      {condition !== undefined && (
        <ConditionFields
          condition={record(condition)}
          columns={columns}
          hasOwnValue={hasOwnValue}
          onChange={(next) => set(next)}
        />
      )}
    </>
  )
}

/** What is said, and whether something is done, when a step has failed. */
function FailureFields({ action, columns, onChange }: Omit<ActionOptionsProps, 'hasCells'>) {
  const { t } = useTranslation('actions')
  const { failureToast: toast } = action
  const set = (next: Record<string, unknown>) => onChange(withFailureToast(action, next))
  const known = useMemo(() => namesAfter({ results: [], hasError: true }, action.effects), [action.effects])
  return (
    <>
      <Checkbox
        isChecked={toast !== undefined}
        onChange={(isOn) => onChange(withFailureToast(action, isOn ? { title: t('failure.failed') } : undefined))}
      >
        {t('failure.toast')}
      </Checkbox>
      {toast && (
        <SequenceNamesContext value={known}>
          <TextLine
            label={t('failure.toastTitle')}
            value={toast.title}
            columns={columns}
            onChange={(title) => set({ title })}
          />
          <TextLine
            label={t('failure.message')}
            value={toast.message}
            columns={columns}
            onChange={(message) => set({ message })}
          />
          <p className="text-xs text-muted">{t('notify.formulas', { example: '{{[Error/Message]}}' })}</p>
        </SequenceNamesContext>
      )}
      <Checkbox
        isChecked={action.onFailure !== undefined}
        onChange={(isOn) => onChange(withFailureSteps(action, isOn ? [] : undefined))}
      >
        {t('failure.steps')}
      </Checkbox>
    </>
  )
}

function ToastFields({ action, columns, onChange }: Omit<ActionOptionsProps, 'hasCells'>) {
  const { t } = useTranslation('actions')
  const { successToast, ...silent } = action
  const isShown = successToast !== undefined && successToast.showMessage !== 'hidden'
  const set = (next: Record<string, unknown>) => onChange({ ...action, successToast: { ...successToast, ...next } })
  const known = useMemo(() => namesAfter({ results: [], hasError: false }, action.effects), [action.effects])
  return (
    <>
      <Checkbox
        isChecked={isShown}
        onChange={(isOn) =>
          onChange(isOn ? { ...silent, successToast: { showMessage: 'shown', title: t('toast.done') } } : silent)
        }
      >
        {t('toast.show')}
      </Checkbox>
      {isShown && (
        <SequenceNamesContext value={known}>
          <TextLine
            label={t('toast.title')}
            value={successToast?.title}
            columns={columns}
            onChange={(title) => set({ title })}
          />
          <TextLine
            label={t('toast.message')}
            value={successToast?.message}
            columns={columns}
            onChange={(message) => set({ message })}
          />
          <p className="text-xs text-muted">{t('notify.formulas', { example: '{{[Control]}}' })}</p>
        </SequenceNamesContext>
      )}
    </>
  )
}
