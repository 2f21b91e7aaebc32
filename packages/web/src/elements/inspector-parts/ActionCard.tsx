import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEditorState, useIsInWorkbook, usePausedActions } from '../../editor/index.ts'
import { Pause, Select } from '../../forms/index.ts'
import {
  classNames,
  Ellipsis,
  IconButton,
  Menu,
  MenuItem,
  MenuSeparator,
  Plus,
  Settings,
  Trash,
} from '../../ui/index.ts'
import type { NamedColumn } from '../effects/editing/effect-editor.ts'
import { effectEditors, effectNames } from '../effects/editing/index.ts'
import { ActionOptions } from './ActionOptions.tsx'
import { WebhookDialog } from './WebhookDialog.tsx'
import '../../i18n/actions.ts'

export interface EditedAction {
  id: string
  trigger: unknown
  effects: Record<string, unknown>[]
  name?: string
  state?: string
  successToast?: Record<string, unknown>
}

interface ActionCardProps {
  action: EditedAction
  /** Its position among the actions of its trigger, from 1. */
  number: number
  columns: readonly NamedColumn[]
  hasCells: boolean
  onChange: (action: EditedAction) => void
  onDelete: () => void
  onDuplicate: () => void
  onMoveUp: (() => void) | undefined
}

/** One action: its steps in their order, and behind the gear its name, when it runs and what it says when it is done. */
export function ActionCard(props: ActionCardProps) {
  const { action, number, columns, onChange, onDelete, onDuplicate, onMoveUp } = props
  const { t } = useTranslation('actions')
  const words = useTranslation('editor').t
  const document = useEditorState((state) => state.document)
  const [isOpen, setOpen] = useState(false)
  const [isHooked, setHooked] = useState(false)
  const isInWorkbook = useIsInWorkbook()
  const isOff = action.state === 'disabled'
  const [isPaused] = usePausedActions((paused) => paused.isPaused(action.id))
  const setEffects = (effects: EditedAction['effects']) => onChange({ ...action, effects })
  const { state: _, ...enabled } = action
  return (
    <div
      className={classNames(
        'flex flex-col gap-2 rounded-md border p-2',
        isOff ? 'border-dashed border-line' : 'border-line',
      )}
    >
      <div className="flex items-center gap-1">
        <span className="min-w-0 grow truncate text-xs font-medium" title={action.name}>
          {action.name || t('unnamed', { number })}
          {isOff && <span className="text-muted"> · {t('off')}</span>}
        </span>
        {isPaused && (
          <span className="flex shrink-0 items-center gap-1 text-xs text-muted" title={t('pause.one')}>
            <Pause className="size-3.5" aria-hidden /> {t('pause.mark')}
          </span>
        )}
        <IconButton
          label={t('options')}
          icon={Settings}
          size="small"
          isPressed={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
        <Menu
          label={t('more')}
          trigger={<Ellipsis className="size-4" />}
          triggerClass="grid size-small place-items-center rounded-md text-muted hover:bg-hover hover:text-ink"
        >
          <MenuItem onSelect={onDuplicate}>{t('duplicate')}</MenuItem>
          <MenuItem isDisabled={!onMoveUp} onSelect={() => onMoveUp?.()}>
            {t('moveUp')}
          </MenuItem>
          <MenuItem onSelect={() => onChange(isOff ? enabled : { ...action, state: 'disabled' })}>
            {t(isOff ? 'turnOn' : 'turnOff')}
          </MenuItem>
          <MenuSeparator />
          <PauseItems actionId={action.id} />
          <MenuSeparator />
          {isInWorkbook && <MenuItem onSelect={() => setHooked(true)}>{t('webhook.menu')}</MenuItem>}
          <MenuSeparator />
          <MenuItem isDanger onSelect={onDelete}>
            {words('action.remove')}
          </MenuItem>
        </Menu>
      </div>
      {isHooked && (
        <WebhookDialog
          sequenceId={action.id}
          name={action.name || t('unnamed', { number })}
          onClose={() => setHooked(false)}
        />
      )}
      {isOpen && <ActionOptions action={action} columns={columns} hasCells={props.hasCells} onChange={onChange} />}
      <ol className="flex flex-col gap-2">
        {action.effects.map((effect, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other identity than their place
          <li key={index} className="flex flex-col gap-1">
            <EffectStep
              effect={effect}
              columns={columns}
              onChange={(next) => setEffects(action.effects.map((each, at) => (at === index ? next : each)))}
              onDelete={
                action.effects.length > 1 ? () => setEffects(action.effects.filter((_, at) => at !== index)) : undefined
              }
            />
          </li>
        ))}
      </ol>
      <button
        type="button"
        className="flex items-center gap-1 self-start rounded-sm text-xs text-accent-text hover:underline"
        onClick={() => setEffects([...action.effects, { ...effectEditors.navigate.first(document, columns) }])}
      >
        <Plus className="size-3.5" aria-hidden />
        {t('addStep')}
      </button>
    </div>
  )
}

/** Keeps the action, or all of the workbook, from running while it is open here. */
function PauseItems({ actionId }: { actionId: string }) {
  const { t } = useTranslation('actions')
  const [isPaused, paused] = usePausedActions((all) => all.isPaused(actionId))
  const [extent] = usePausedActions((all) => all.extent())
  return (
    <>
      <MenuItem onSelect={() => paused.setOne(actionId, !isPaused)}>
        {t(isPaused ? 'pause.resume' : 'pause.pause')}
      </MenuItem>
      {extent !== 'all' && <MenuItem onSelect={() => paused.setAll(true)}>{t('pause.pauseAll')}</MenuItem>}
      {extent !== 'none' && <MenuItem onSelect={() => paused.setAll(false)}>{t('pause.resumeAll')}</MenuItem>}
    </>
  )
}

interface EffectStepProps {
  effect: Record<string, unknown>
  columns: readonly NamedColumn[]
  onChange: (effect: Record<string, unknown>) => void
  onDelete: (() => void) | undefined
}

function EffectStep({ effect, columns, onChange, onDelete }: EffectStepProps) {
  const { t } = useTranslation('actions')
  const words = useTranslation('editor').t
  const document = useEditorState((state) => state.document)
  const name = String(effect.effect)
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
        <Select
          label={words('action.effect')}
          isSmall
          className="min-w-0 grow"
          value={name}
          options={known ? options : [...options, { value: name, label: name, isDisabled: true }]}
          onChange={(value) => {
            const chosen = effectNames.find((each) => each === value)
            const made = chosen && effectEditors[chosen].first(document, columns)
            if (made) onChange({ ...made })
          }}
        />
        {onDelete && <IconButton label={t('removeStep')} icon={Trash} size="small" onClick={onDelete} />}
      </span>
      {Fields && <Fields effect={effect} columns={columns} onChange={(next) => onChange({ ...next })} />}
    </>
  )
}
