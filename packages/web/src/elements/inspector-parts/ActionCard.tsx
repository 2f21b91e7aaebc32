import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsInWorkbook, usePausedActions } from '../../editor/index.ts'
import { Pause } from '../../forms/index.ts'
import { classNames, Ellipsis, IconButton, Menu, MenuItem, MenuSeparator, Settings } from '../../ui/index.ts'
import type { NamedColumn } from '../effects/editing/effect-editor.ts'
import { type EditedAction, withFailureSteps } from '../effects/editing/sequence-edits.ts'
import { namesAfter, SequenceNamesContext } from '../effects/editing/sequence-names.ts'
import { ActionOptions } from './ActionOptions.tsx'
import { StepList } from './StepList.tsx'
import { WebhookDialog } from './WebhookDialog.tsx'
import '../../i18n/actions.ts'

interface ActionCardProps {
  action: EditedAction
  /** Its position among the actions of its trigger, from 1. */
  number: number
  columns: readonly NamedColumn[]
  hasCells: boolean
  onChange: (action: EditedAction) => void
  onDelete: () => void
  onCopy: () => void
  onDuplicate: () => void
  onMoveUp: (() => void) | undefined
  onMoveDown: (() => void) | undefined
}

/** One action: its steps in their order, and behind the gear its name, when it runs and what it says when it is done. */
export function ActionCard(props: ActionCardProps) {
  const { action, number, columns, onChange, onDelete, onCopy, onDuplicate, onMoveUp, onMoveDown } = props
  const { t } = useTranslation('actions')
  const words = useTranslation('editor').t
  const [isOpen, setOpen] = useState(false)
  const [isHooked, setHooked] = useState(false)
  const isInWorkbook = useIsInWorkbook()
  const isOff = action.state === 'disabled'
  const [isPaused] = usePausedActions((paused) => paused.isPaused(action.id))
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
          <MenuItem onSelect={onCopy}>{t('clip.copy')}</MenuItem>
          <MenuItem onSelect={onDuplicate}>{t('duplicate')}</MenuItem>
          <MenuItem isDisabled={!onMoveUp} onSelect={() => onMoveUp?.()}>
            {t('moveUp')}
          </MenuItem>
          <MenuItem isDisabled={!onMoveDown} onSelect={() => onMoveDown?.()}>
            {t('moveDown')}
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
      <StepList
        steps={action.effects}
        columns={columns}
        isNeeded
        onChange={(effects) => onChange({ ...action, effects })}
      />
      {action.onFailure && <FailureSteps action={action} columns={columns} onChange={onChange} />}
    </div>
  )
}

/** The steps that run when one has failed. */
function FailureSteps({ action, columns, onChange }: Pick<ActionCardProps, 'action' | 'columns' | 'onChange'>) {
  const { t } = useTranslation('actions')
  const known = useMemo(() => namesAfter({ results: [], hasError: true }, action.effects), [action.effects])
  const names = ['Message', 'Code', 'Step'].map((name) => `[Error/${name}]`).join(', ')
  return (
    <fieldset aria-label={t('failure.title')} className="flex min-w-0 flex-col gap-2 border-s-2 border-danger ps-2">
      <span className="text-xs font-medium">{t('failure.title')}</span>
      <p className="text-xs text-muted">{t('failure.names', { names })}</p>
      <SequenceNamesContext value={known}>
        <StepList
          steps={action.onFailure ?? []}
          columns={columns}
          onChange={(steps) => onChange(withFailureSteps(action, steps))}
        />
      </SequenceNamesContext>
    </fieldset>
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
