import { useTranslation } from 'react-i18next'
import { Checkbox, Select } from '../../forms/index.ts'
import type { NamedColumn } from '../effects/editing/effect-editor.ts'
import { Line } from '../effects/editing/fields.tsx'
import { MatchFields } from '../effects/editing/RowFields.tsx'
import { record } from '../effects/effect.ts'
import type { EditedAction } from './ActionCard.tsx'

interface ActionOptionsProps {
  action: EditedAction
  columns: readonly NamedColumn[]
  hasCells: boolean
  onChange: (action: EditedAction) => void
}

/** The name of an action, the selection that it waits for, and what it says when it is done. */
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
      {columns.length > 0 && <WhenFields {...{ action, columns, hasCells, onChange }} />}
      {nameOfTrigger(action) === 'on-change' && <ValueCondition action={action} onChange={onChange} />}
      <ToastFields action={action} onChange={onChange} />
    </div>
  )
}

function nameOfTrigger({ trigger }: EditedAction): string {
  return typeof trigger === 'string' ? trigger : String(record(trigger).on)
}

/** Which values a control has to have, one of them where several are written. */
function ValueCondition({ action, onChange }: Pick<ActionOptionsProps, 'action' | 'onChange'>) {
  const { t } = useTranslation('actions')
  const { condition } = record(action.trigger)
  const set = (values: readonly string[]) =>
    onChange({
      ...action,
      trigger: {
        on: 'on-change',
        condition: { type: 'constant', cond: 'In', value: { type: 'text-list', value: values } },
      },
    })
  const { value } = record(record(condition).value)
  const listed: unknown[] = Array.isArray(value) ? value : [value]
  return (
    <>
      <Checkbox
        isChecked={condition !== undefined}
        onChange={(isOn) => (isOn ? set(['']) : onChange({ ...action, trigger: 'on-change' }))}
      >
        {t('when.condition')}
      </Checkbox>
      {condition !== undefined && (
        <Line
          label={t('value.list')}
          value={listed.map(String).join(', ')}
          onChange={(text) => set(text.split(',').map((each) => each.trim()))}
        />
      )}
    </>
  )
}

/** Which column has to be pressed, and what has to stand in a column of the selection. */
function WhenFields({ action, columns, hasCells, onChange }: ActionOptionsProps) {
  const { t } = useTranslation('actions')
  const on = nameOfTrigger(action)
  const { columnId, itemId, condition } = record(action.trigger)
  const set = (next: { columnId?: unknown; condition?: unknown }) => {
    const fields = Object.entries({ columnId, itemId, condition, ...next }).filter(([, value]) => value !== undefined)
    onChange({ ...action, trigger: fields.length > 0 ? { on, ...Object.fromEntries(fields) } : on })
  }
  const offered = columns.map(({ columnId: value, name: label }) => ({ value, label }))
  const test = record(condition)
  return (
    <>
      {hasCells && (
        <Select
          label={t('when.column')}
          isSmall
          value={typeof columnId === 'string' ? columnId : 'any'}
          options={[{ value: 'any', label: t('when.any') }, ...offered]}
          onChange={(next) => set({ columnId: next === 'any' ? undefined : next })}
        />
      )}
      <Checkbox
        isChecked={condition !== undefined}
        onChange={(isOn) =>
          set({
            condition: isOn
              ? { type: 'column', column: offered[0]?.value ?? '', condition: '=', value: '' }
              : undefined,
          })
        }
      >
        {t('when.condition')}
      </Checkbox>
      {test.type === 'column' && (
        <MatchFields test={test} columns={offered} onChange={(next) => set({ condition: next })} />
      )}
    </>
  )
}

function ToastFields({ action, onChange }: Pick<ActionOptionsProps, 'action' | 'onChange'>) {
  const { t } = useTranslation('actions')
  const { successToast, ...silent } = action
  const isShown = successToast !== undefined && successToast.showMessage !== 'hidden'
  const set = (next: Record<string, unknown>) => onChange({ ...action, successToast: { ...successToast, ...next } })
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
        <>
          <Line label={t('toast.title')} value={successToast?.title} onChange={(title) => set({ title })} />
          <Line label={t('toast.message')} value={successToast?.message} onChange={(message) => set({ message })} />
        </>
      )}
    </>
  )
}
