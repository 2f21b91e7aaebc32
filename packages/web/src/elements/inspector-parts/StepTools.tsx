import { useTranslation } from 'react-i18next'
import { GripVertical } from '../../forms/index.ts'
import { Ellipsis, Menu, MenuItem, MenuSeparator } from '../../ui/index.ts'
import { dragHandle } from '../use-order-drag.ts'

/** What can be done with a step as a whole; undefined where it cannot be done. */
export interface StepTools {
  /** From 1. */
  number: number
  onMove: ((by: -1 | 1) => void) | undefined
  canMove: { up: boolean; down: boolean }
  onDelete: (() => void) | undefined
}

/** Where a step is dragged by the mouse; its menu does the same by keyboard. */
export function StepGrip({ tools: { onMove } }: { tools: StepTools }) {
  if (!onMove) return null
  return (
    <span
      {...dragHandle}
      aria-hidden
      className="-ms-1 flex w-4 shrink-0 cursor-grab items-center justify-center self-stretch text-faint hover:text-ink"
    >
      <GripVertical className="size-4" />
    </span>
  )
}

interface StepMenuProps {
  tools: StepTools
  deleteLabel: string
}

export function StepMenu({ tools: { number, onMove, canMove, onDelete }, deleteLabel }: StepMenuProps) {
  const { t } = useTranslation('actions')
  if (!onMove && !onDelete) return null
  return (
    <span
      onKeyDownCapture={(event) => {
        const by = event.altKey && !event.ctrlKey && !event.metaKey ? directions.get(event.key) : undefined
        if (by === undefined) return
        event.preventDefault()
        event.stopPropagation()
        if (by < 0 ? canMove.up : canMove.down) onMove?.(by)
      }}
    >
      <Menu
        label={t('moreStep', { number })}
        trigger={<Ellipsis className="size-4" />}
        triggerClass="grid size-small place-items-center rounded-md text-muted hover:bg-hover hover:text-ink"
      >
        {onMove && (
          <>
            <MenuItem shortcut="Alt+↑" isDisabled={!canMove.up} onSelect={() => onMove(-1)}>
              {t('moveUp')}
            </MenuItem>
            <MenuItem shortcut="Alt+↓" isDisabled={!canMove.down} onSelect={() => onMove(1)}>
              {t('moveDown')}
            </MenuItem>
            {onDelete && <MenuSeparator />}
          </>
        )}
        {onDelete && (
          <MenuItem isDanger onSelect={onDelete}>
            {deleteLabel}
          </MenuItem>
        )}
      </Menu>
    </span>
  )
}

const directions: ReadonlyMap<string, -1 | 1> = new Map([
  ['ArrowUp', -1],
  ['ArrowDown', 1],
])
