import { Combobox } from '@base-ui/react/combobox'
import { type ComponentProps, useRef } from 'react'
import { popupLook } from '../../ui/index.ts'
import { type Step, stepOfKey } from './CellField.tsx'

export interface ChoiceFieldProps {
  label: string
  text: string
  /** The text of the cell before: while the field still has it, all choices are listed. */
  before: string
  onText: (text: string) => void
  choices: readonly string[]
  /** The cell accepts several choices, with commas between them. */
  isSeveral: boolean
  /** Shown when nothing matches what is typed. */
  noMatch: string
  /** Shown below the list. */
  note?: string | undefined
  onDone: (text: string, step: Step) => void
  onCancel: () => void
}

type Typed = Pick<ChoiceFieldProps, 'text' | 'before' | 'isSeveral'>

/** What the list is searched for: nothing while the text is the old one, and the last of several choices. */
export function searchedText({ text, before, isSeveral }: Typed): string {
  if (text === before) return ''
  return (isSeveral ? text.slice(text.lastIndexOf(',') + 1) : text).trim()
}

/** The text with a choice in place of what was typed for it; one of several is added at the end. */
export function withChoice(typed: Typed, choice: string): string {
  if (!typed.isSeveral) return choice
  const isNew = searchedText(typed) === ''
  const items = typed.text.split(',').map((item) => item.trim())
  const others = (isNew ? items : items.slice(0, -1)).filter((item) => item !== '' && item !== choice)
  return [...others, choice].join(', ')
}

/** The choices that contain the text, ignoring case: first the equal one, then those that begin with it. */
export function matches(choices: readonly string[], search: string): readonly string[] {
  const wanted = search.toLocaleLowerCase()
  if (wanted === '') return choices
  const places = choices.map((choice) => choice.toLocaleLowerCase().indexOf(wanted))
  const rankOf = (index: number) => (places[index] !== 0 ? 2 : choices[index]?.length === wanted.length ? 0 : 1)
  return choices
    .map((_, index) => index)
    .filter((index) => (places[index] ?? -1) >= 0)
    .sort((one, other) => rankOf(one) - rankOf(other) || one - other)
    .map((index) => choices[index] ?? '')
}

const withoutLastComma = (text: string) => text.replace(/[,\s]+$/, '')

/** The field of a cell that accepts one or several of many choices: the list opens immediately, and typing filters it. */
export function ChoiceField(props: ChoiceFieldProps) {
  const { label, text, onText, choices, isSeveral, noMatch, note, onDone, onCancel } = props
  const reached = useRef<string>(undefined)
  const isDone = useRef(false)
  const search = searchedText(props)
  const shown = matches(choices, search)

  function finish(value: string, step: Step) {
    if (isDone.current) return
    isDone.current = true
    onDone(isSeveral ? withoutLastComma(value) : value, step)
  }
  /** One of several choices; the field stays open for the next one. */
  function add(choice: string) {
    reached.current = undefined
    onText(`${withChoice(props, choice)}, `)
  }
  /** The choice that a key takes: the one that the arrow keys have reached, otherwise the first one that matches what was typed. */
  function picked(): string | undefined {
    const choice = reached.current
    if (choice !== undefined && shown.includes(choice)) return choice
    return search === '' ? undefined : shown[0]
  }
  const onKeyDown: ComponentProps<typeof Combobox.Input>['onKeyDown'] = (event) => {
    event.stopPropagation()
    const step = stepOfKey(event)
    if (event.key === 'Escape') {
      isDone.current = true
      onCancel()
    } else if (step) {
      event.preventDefault()
      event.preventBaseUIHandler()
      const choice = picked()
      if (choice === undefined) finish(text, step)
      else if (isSeveral && event.key === 'Enter') add(choice)
      else finish(withChoice(props, choice), step)
    }
  }
  return (
    <Combobox.Root
      items={shown}
      value={null}
      filter={null}
      {...(isSeveral ? { open: true } : { defaultOpen: true })}
      autoHighlight
      inputValue={text}
      onInputValueChange={(next, details) => details.reason !== 'item-press' && onText(next)}
      onItemHighlighted={(item, { reason }) => {
        reached.current = reason === 'keyboard' && typeof item === 'string' ? item : undefined
      }}
      onValueChange={(value) => {
        if (typeof value !== 'string') return
        if (isSeveral) add(value)
        else finish(value, 'stay')
      }}
    >
      <Combobox.Input
        autoFocus
        aria-label={label}
        className="absolute inset-0 z-10 bg-surface px-3 text-ink inset-ring-2 inset-ring-focus outline-none"
        onKeyDown={onKeyDown}
        onPointerDown={(event) => event.stopPropagation()}
        onBlur={() => finish(text, 'stay')}
      />
      <ChoicePopup label={label} noMatch={noMatch} note={note} />
    </Combobox.Root>
  )
}

function ChoicePopup({ label, noMatch, note }: Pick<ChoiceFieldProps, 'label' | 'noMatch' | 'note'>) {
  return (
    <Combobox.Portal>
      <Combobox.Positioner align="start" sideOffset={4} collisionPadding={8} className="z-(--z-popup) outline-none">
        <Combobox.Popup
          aria-label={label}
          className={popupLook(
            'max-h-[min(20rem,var(--available-height))] w-[max(var(--anchor-width),10rem)] max-w-90 overflow-auto',
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
          {note !== undefined && (
            <p role="status" className="border-t border-line px-2 py-1.5 text-xs text-muted">
              {note}
            </p>
          )}
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  )
}
