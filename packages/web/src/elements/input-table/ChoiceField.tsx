import { Combobox } from '@base-ui/react/combobox'
import { type KeyboardEvent, useRef } from 'react'
import { popupLook } from '../../ui/index.ts'
import { type Step, stepOfKey } from './CellField.tsx'

interface ChoiceFieldProps {
  label: string
  text: string
  onText: (text: string) => void
  choices: readonly string[]
  /** Shown when nothing matches what is typed. */
  noMatch: string
  onDone: (text: string, step: Step) => void
  onCancel: () => void
}

/** The field of a cell that accepts one of several choices: the list opens immediately, and typing filters it. */
export function ChoiceField({ label, text, onText, choices, noMatch, onDone, onCancel }: ChoiceFieldProps) {
  const highlighted = useRef<string>(undefined)
  const isDone = useRef(false)

  function finish(value: string, step: Step) {
    if (isDone.current) return
    isDone.current = true
    onDone(value, step)
  }
  function onKeyDown(event: KeyboardEvent) {
    event.stopPropagation()
    const step = stepOfKey(event)
    if (event.key === 'Escape') {
      isDone.current = true
      onCancel()
    } else if (step) {
      event.preventDefault()
      finish(text === '' ? '' : (highlighted.current ?? text), step)
    }
  }
  return (
    <Combobox.Root
      items={choices}
      defaultOpen
      autoHighlight
      inputValue={text}
      onInputValueChange={(next, details) => details.reason !== 'item-press' && onText(next)}
      onItemHighlighted={(item) => {
        highlighted.current = item as string | undefined
      }}
      onValueChange={(value) => typeof value === 'string' && finish(value, 'stay')}
    >
      <Combobox.Input
        autoFocus
        aria-label={label}
        className="absolute inset-0 z-10 bg-surface px-3 text-ink inset-ring-2 inset-ring-focus outline-none"
        onKeyDown={onKeyDown}
        onPointerDown={(event) => event.stopPropagation()}
        onBlur={() => finish(text, 'stay')}
      />
      <Combobox.Portal>
        <Combobox.Positioner align="start" sideOffset={4} collisionPadding={8} className="z-(--z-popup) outline-none">
          <Combobox.Popup
            aria-label={label}
            className={popupLook(
              'max-h-[min(20rem,var(--available-height))] w-[max(var(--anchor-width),10rem)] overflow-auto',
            )}
            // A press on the list must not take the focus from the field before the choice is made.
            onPointerDown={(event) => event.preventDefault()}
          >
            <Combobox.Empty className="px-2 py-1 text-muted empty:hidden">{noMatch}</Combobox.Empty>
            <Combobox.List>
              {(choice: string) => (
                <Combobox.Item
                  key={choice}
                  value={choice}
                  className="flex min-h-item items-center rounded-sm px-2 py-1 select-none data-highlighted:bg-hover"
                >
                  {choice}
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}
