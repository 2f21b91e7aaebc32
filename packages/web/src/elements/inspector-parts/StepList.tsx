import { branchLevels, isFork, variableOf } from '@octavo/core/document'
import { type ReactNode, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditorState } from '../../editor/index.ts'
import { Select } from '../../forms/index.ts'
import { classNames, IconButton, Trash } from '../../ui/index.ts'
import type { NamedColumn } from '../effects/editing/effect-editor.ts'
import { Line } from '../effects/editing/fields.tsx'
import { effectEditors, effectNames } from '../effects/editing/index.ts'
import {
  moved,
  newFork,
  removed,
  replaced,
  type Step,
  stepsIn,
  withBranch,
  withEffect,
  withElse,
  withMoreBranches,
  withName,
  withoutBranch,
} from '../effects/editing/sequence-edits.ts'
import { namesAfter, SequenceNamesContext, useSequenceNames } from '../effects/editing/sequence-names.ts'
import { record } from '../effects/effect.ts'
import { useOrderDrag } from '../use-order-drag.ts'
import { useOrderKeys } from '../use-order-keys.ts'
import { AddButton } from './AddButton.tsx'
import { ConditionFields } from './ConditionFields.tsx'
import { StepGrip, StepMenu, type StepTools } from './StepTools.tsx'

interface StepListProps {
  steps: readonly Step[]
  columns: readonly NamedColumn[]
  /** The last step cannot be deleted. */
  isNeeded?: boolean
  /** Number of ifs that contain it. */
  level?: number
  onChange: (steps: Step[]) => void
}

/** Steps in their order; an if has a list for each of its branches. */
export function StepList({ steps, columns, isNeeded = false, level = 0, onChange }: StepListProps) {
  const { t } = useTranslation('actions')
  const document = useEditorState((state) => state.document)
  const first = (): Step => ({ ...effectEditors.navigate.first(document, columns) })
  const order = useOrderKeys(steps.length)
  const list = useRef<HTMLOListElement>(null)
  const known = useSequenceNames()
  const names = useMemo(() => steps.map((_, index) => namesAfter(known, steps.slice(0, index))), [known, steps])
  const kinds = steps.map((step) => (isFork(step) ? 'if' : 'step')).join(' ')
  const landing = useOrderDrag(list, steps.length, move, kinds)

  function move(from: number, to: number) {
    order.moved(from, to)
    onChange(moved(steps, from, to))
  }
  function toolsOf(index: number): StepTools {
    const last = steps.length - 1
    return {
      number: index + 1,
      canMove: { up: index > 0, down: index < last },
      onMove: last > 0 ? (by) => move(index, index + by) : undefined,
      onDelete: isNeeded && last === 0 ? undefined : () => remove(index),
    }
  }
  function remove(index: number) {
    order.removed(index)
    onChange(removed(steps, index))
  }
  return (
    <>
      {steps.length > 0 && (
        <ol ref={list} className="flex flex-col gap-3">
          {steps.map((step, index) => {
            const props = {
              step,
              columns,
              tools: toolsOf(index),
              onChange: (next: Step) => onChange(replaced(steps, index, next)),
            }
            return (
              <li
                key={order.keys[index]}
                className={classNames(
                  'flex flex-col gap-1',
                  landing === index && 'shadow-[0_-2px_0_var(--accent)]',
                  landing === steps.length && index === steps.length - 1 && 'shadow-[0_2px_0_var(--accent)]',
                )}
              >
                <SequenceNamesContext value={names[index] ?? known}>
                  {isFork(step) ? <ForkStep level={level + 1} {...props} /> : <EffectStep {...props} />}
                </SequenceNamesContext>
              </li>
            )
          })}
        </ol>
      )}
      <span className="flex flex-wrap gap-3">
        <AddButton label={t('addStep')} onClick={() => onChange([...steps, first()])} />
        {level < branchLevels && (
          <AddButton label={t('branches.add')} onClick={() => onChange([...steps, newFork(first())])} />
        )}
      </span>
    </>
  )
}

interface StepProps {
  step: Step
  columns: readonly NamedColumn[]
  tools: StepTools
  onChange: (step: Step) => void
}

/** An if: its branches, each with a condition and steps, and an else. */
function ForkStep({ step: fork, columns, level, tools, onChange }: StepProps & { level: number }) {
  const { t } = useTranslation('actions')
  const branches = stepsIn(fork.branches)
  const hasElse = Array.isArray(fork.else)
  const isOnly = branches.length === 1
  return (
    <div className="flex flex-col gap-2">
      {branches.map((branch, index) => (
        <Branch
          // biome-ignore lint/suspicious/noArrayIndexKey: branches have no other identity than their place
          key={index}
          title={t(index === 0 ? 'branches.if' : 'branches.elseIf')}
          grip={index === 0 && <StepGrip tools={tools} />}
          menu={index === 0 && <StepMenu tools={tools} deleteLabel={t('branches.removeAll')} />}
          onDelete={isOnly ? undefined : () => onChange(withoutBranch(fork, index))}
        >
          <ConditionFields
            condition={record(branch.condition)}
            columns={columns}
            onChange={(condition) => onChange(withBranch(fork, index, { condition }))}
          />
          <StepList
            steps={stepsIn(branch.effects)}
            columns={columns}
            level={level}
            onChange={(effects) => onChange(withBranch(fork, index, { effects }))}
          />
        </Branch>
      ))}
      {hasElse && (
        <Branch title={t('branches.else')} onDelete={() => onChange(withElse(fork, undefined))}>
          <StepList
            steps={stepsIn(fork.else)}
            columns={columns}
            level={level}
            onChange={(effects) => onChange(withElse(fork, effects))}
          />
        </Branch>
      )}
      <span className="flex flex-wrap gap-3">
        <AddButton label={t('branches.addElseIf')} onClick={() => onChange(withMoreBranches(fork))} />
        {!hasElse && <AddButton label={t('branches.addElse')} onClick={() => onChange(withElse(fork, []))} />}
      </span>
    </div>
  )
}

interface BranchProps {
  title: string
  onDelete: (() => void) | undefined
  /** Of the whole if, in its first branch. */
  grip?: ReactNode
  menu?: ReactNode
  children: ReactNode
}

function Branch({ title, onDelete, grip, menu, children }: BranchProps) {
  const { t } = useTranslation('actions')
  return (
    <fieldset aria-label={title} className="flex min-w-0 flex-col gap-2 border-s-2 border-line ps-2">
      <span className="flex min-h-small items-center gap-1">
        {grip}
        <span className="min-w-0 grow truncate text-xs font-medium">{title}</span>
        {onDelete && <IconButton label={t('branches.remove')} icon={Trash} size="small" onClick={onDelete} />}
        {menu}
      </span>
      {children}
    </fieldset>
  )
}

function EffectStep({ step, columns, tools, onChange }: StepProps) {
  const { t } = useTranslation('actions')
  const words = useTranslation('editor').t
  const document = useEditorState((state) => state.document)
  const name = String(step.effect)
  const known = effectNames.find((each) => each === name)
  const Fields = known && effectEditors[known].Fields
  const options = effectNames.map((value) => ({
    value: value as string,
    label: t(`effects.${value}`),
    isDisabled: effectEditors[value].first(document, columns) === undefined,
  }))
  return (
    <>
      <span className="flex gap-1">
        <StepGrip tools={tools} />
        <Select
          label={words('action.effect')}
          isSmall
          className="min-w-0 grow"
          value={name}
          options={known ? options : [...options, { value: name, label: name, isDisabled: true }]}
          onChange={(value) => {
            const chosen = effectNames.find((each) => each === value)
            const made = chosen && effectEditors[chosen].first(document, columns)
            if (made) onChange(withEffect(step, made))
          }}
        />
        <StepMenu tools={tools} deleteLabel={t('removeStep')} />
      </span>
      <div className={classNames('flex min-w-0 flex-col gap-1 empty:hidden', tools.onMove && 'ps-4')}>
        {Fields && <Fields effect={step} columns={columns} onChange={(next) => onChange({ ...next })} />}
        {known && (
          <ResultName step={step} isOffered={effectEditors[known].returnsResult === true} onChange={onChange} />
        )}
      </div>
    </>
  )
}

interface ResultNameProps extends Pick<StepProps, 'step' | 'onChange'> {
  /** Its effect has a result; a name that it has for another reason can be changed too. */
  isOffered: boolean
}

/** The name under which formulas of later steps know the result of this one. */
function ResultName({ step, isOffered, onChange }: ResultNameProps) {
  const { t } = useTranslation('actions')
  if (!isOffered && step.name === undefined) return null
  const name = variableOf(step)
  return (
    <>
      <Line label={t('stepName')} value={step.name} onChange={(next) => onChange(withName(step, next))} />
      {isOffered && name !== undefined && <p className="text-xs text-muted">{t('result', { name: `[${name}]` })}</p>}
    </>
  )
}
