import { printReference } from '@octavo/core/formula'
import { useTranslation } from 'react-i18next'
import { Combobox, Field, Select } from '../../../forms/index.ts'
import { Button, IconButton, Plus, X } from '../../../ui/index.ts'
import { JoinFacts } from './JoinFacts.tsx'
import {
  type JoinDraft,
  type JoinKey,
  type JoinKind,
  type JoinLeg,
  type JoinStep,
  joinKinds,
  joinOperators,
  legsOf,
  mayLookUp,
  plainColumn,
  proposedKey,
  type SideColumn,
  withStep,
} from './join-source.ts'
import type { JoinDraftState } from './use-join-draft.ts'

interface JoinStepPartProps {
  state: JoinDraftState
  draft: JoinDraft
  at: number
}

/** How one table is joined: to which table, with which kind of join, by which keys, and with which result. */
export function JoinStepPart({ state, draft, at }: JoinStepPartProps) {
  const step = draft.steps[at]
  const before = legsOf(draft).slice(0, at + 1)
  const left = before.find(({ id }) => id === step?.leftId) ?? draft.first
  if (!step) return null
  const { right } = step
  const leftColumns = state.columnsOfLeg(left.id)
  const rightColumns = state.columnsOfLeg(right.id)
  const change = (next: Partial<JoinStep>) => state.setDraft(withStep(draft, right.id, next))
  const failed = [leftColumns, rightColumns].find((each) => each?.error)?.error
  const sides = { left: { leg: left, columns: leftColumns?.data }, right: { leg: right, columns: rightColumns?.data } }
  return (
    <section aria-label={right.name} className="flex flex-col gap-3">
      <h3 className="font-medium">{right.name}</h3>
      <StepChoices step={step} left={left} before={before} state={state} onChange={change} />
      <Keys
        step={step}
        leftName={left.name}
        leftColumns={leftColumns?.data ?? []}
        rightColumns={rightColumns?.data ?? []}
        onChange={(next) =>
          change({ keys: next, ...(step.kind === 'lookup' && !mayLookUp(next) ? { kind: 'left-outer' } : {}) })
        }
      />
      <JoinFacts
        draft={{ ...draft, steps: draft.steps.slice(0, at + 1) }}
        step={step}
        {...sides}
        error={failed ?? undefined}
        onLookup={() => change({ kind: 'lookup' })}
      />
    </section>
  )
}

interface StepChoicesProps {
  step: JoinStep
  left: JoinLeg
  before: readonly JoinLeg[]
  state: JoinDraftState
  onChange: (change: Partial<JoinStep>) => void
}

/** The table to join to, where there are several before it, and the kind of the join. */
function StepChoices({ step: { kind, keys, right }, left, before, state, onChange }: StepChoicesProps) {
  const { t } = useTranslation('join')
  const columnsOf = (legId: string) => state.columnsOfLeg(legId)?.data ?? []
  return (
    <div className="grid max-w-3xl grid-cols-2 gap-4">
      {before.length > 1 && (
        <Field label={t('joinTo')}>
          {({ id }) => (
            <Select
              id={id}
              value={left.id}
              options={before.map((leg) => ({ value: leg.id, label: leg.name }))}
              onChange={(leftId) => {
                onChange({ leftId, keys: [proposedKey(columnsOf(leftId), columnsOf(right.id)) ?? emptyKey] })
              }}
            />
          )}
        </Field>
      )}
      <Field label={t('kindLabel')}>
        {({ id }) => (
          <Select<JoinKind>
            id={id}
            value={kind}
            options={joinKinds.map((each) => ({
              value: each,
              label: t(`kind.${each}`),
              ...(each === 'lookup' && !mayLookUp(keys) ? { isDisabled: true, text: t('lookupNeedsEqual') } : {}),
            }))}
            onChange={(next) => onChange({ kind: next })}
          />
        )}
      </Field>
    </div>
  )
}

const emptyKey: JoinKey = { left: '', right: '', op: '=' }

interface KeysProps {
  step: JoinStep
  leftName: string
  leftColumns: readonly SideColumn[]
  rightColumns: readonly SideColumn[]
  onChange: (keys: JoinKey[]) => void
}

function Keys({ step: { keys, right }, leftName, leftColumns, rightColumns, onChange }: KeysProps) {
  const { t } = useTranslation('join')
  const set = (at: number, change: Partial<JoinKey>) =>
    onChange(keys.map((key, index) => (index === at ? { ...key, ...change } : key)))
  return (
    <fieldset className="flex max-w-3xl flex-col gap-2">
      <legend className="pb-1 text-xs font-medium text-muted">{t('keys')}</legend>
      {keys.map((key, at) => {
        const number = at + 1
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: keys are distinguished only by their position
          <div key={at} className="grid grid-cols-[minmax(0,1fr)_6rem_minmax(0,1fr)_auto] items-center gap-2">
            <KeySide
              label={t('keyOf', { number, name: leftName })}
              formula={key.left}
              columns={leftColumns}
              onChange={(left) => set(at, { left })}
            />
            <Select
              label={t('operatorOf', { number })}
              value={key.op}
              options={joinOperators.map((op) => ({ value: op, label: t(`operator.${op}`) }))}
              onChange={(op) => set(at, { op })}
            />
            <KeySide
              label={t('keyOf', { number, name: right.name })}
              formula={key.right}
              columns={rightColumns}
              onChange={(other) => set(at, { right: other })}
            />
            <IconButton
              size="small"
              icon={X}
              label={t('removeKey', { number })}
              disabled={keys.length === 1}
              onClick={() => onChange(keys.filter((_, index) => index !== at))}
            />
          </div>
        )
      })}
      <Button
        icon={Plus}
        isSmall
        className="self-start"
        onClick={() => onChange([...keys, proposedKey(leftColumns, rightColumns, keys) ?? emptyKey])}
      >
        {t('addKey')}
      </Button>
    </fieldset>
  )
}

interface KeySideProps {
  label: string
  formula: string
  columns: readonly SideColumn[]
  onChange: (formula: string) => void
}

/** A column of one side, or a typed formula over its columns. */
function KeySide({ label, formula, columns, onChange }: KeySideProps) {
  const { t } = useTranslation('join')
  const plain = plainColumn(formula, columns)
  const options = columns.map(({ name, type }) => ({ value: printReference([name]), label: name, text: type }))
  const own = plain === undefined && formula !== '' ? [{ value: formula, label: formula }] : []
  return (
    <Combobox
      label={label}
      value={plain === undefined ? formula || null : printReference([plain])}
      options={[...own, ...options]}
      placeholder={t('chooseColumn')}
      onChange={onChange}
      onCreate={onChange}
    />
  )
}
