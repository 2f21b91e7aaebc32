import type { ColumnHolder } from '@octavo/core/document'
import type { KeyboardEvent } from 'react'
import type { ColumnQuestion } from './ColumnMenuItems.tsx'
import { columnFormats, withDecimals } from './column-formats.ts'
import type { columnGestures } from './column-gestures.ts'
import { focusFormula } from './formula-focus.ts'

export interface ShortcutContext {
  element: ColumnHolder
  does: ReturnType<typeof columnGestures>
  ask: (question: ColumnQuestion) => void
}
/** True when the key did something. */
export type ColumnShortcut = (context: ShortcutContext) => boolean

const done = (run: (context: ShortcutContext) => unknown): ColumnShortcut => {
  return (context) => {
    run(context)
    return true
  }
}

const formatKeys = ['#', '$', '%', '^'] as const

/** The commands of selected columns by key, as menus show them beside their words. */
const shortcuts: Readonly<Record<string, ColumnShortcut>> = {
  'Shift++': done(({ does }) => does.addColumn()),
  '=': done(() => focusFormula()),
  'Shift+H': done(({ does }) => does.hide(true)),
  'Shift+R': done(({ ask }) => ask('rename')),
  F2: done(({ ask }) => ask('rename')),
  'Shift+G': done(({ element, does }) => {
    const isKey = element.groupings?.some(({ groupBy = [] }) => groupBy.some((id) => does.columnIds.includes(id)))
    if (isKey) does.ungroup()
    else does.group()
  }),
  'Shift+F': done(({ ask }) => ask('filter')),
  'Shift+C': done(({ ask }) => ask('conditional')),
  'Ctrl+I': done(({ ask }) => ask('details')),
  'Ctrl+D': done(({ does }) => does.duplicate()),
  Delete: done(({ does }) => does.remove()),
  'Ctrl+Shift+ArrowUp': done(({ does }) => does.move({ to: 'start' })),
  'Ctrl+Shift+ArrowDown': done(({ does }) => does.move({ to: 'end' })),
  'Alt+Shift+ArrowLeft': done(({ does }) => does.move({ to: 'left' })),
  'Alt+Shift+ArrowRight': done(({ does }) => does.move({ to: 'right' })),
  '!': done(({ does }) => does.format(undefined)),
  '<': done((context) => decimals(context, -1)),
  '>': done((context) => decimals(context, 1)),
  ...Object.fromEntries(
    formatKeys.map((key) => [
      key,
      done(({ does }) => does.format(columnFormats('number').find(({ keys }) => keys === key)?.format)),
    ]),
  ),
}

function decimals({ element, does }: ShortcutContext, by: -1 | 1) {
  const column = element.columns.find(({ id }) => does.columnIds.includes(id))
  const format = withDecimals(column?.format, by)
  if (format) does.format(format)
}

/** The command of a key with the modifiers that are held; undefined for a key that means nothing to columns. */
export function shortcutOf(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
): ColumnShortcut | undefined {
  const name = keyName(event)
  return Object.hasOwn(shortcuts, name) ? shortcuts[name] : undefined
}

export function keyName({ key, ctrlKey, metaKey, altKey, shiftKey }: Parameters<typeof shortcutOf>[0]): string {
  const isSign = key.length === 1 && !/[\p{L}\p{N}]/u.test(key)
  const held = [
    ...(ctrlKey || metaKey ? ['Ctrl'] : []),
    ...(altKey ? ['Alt'] : []),
    // A sign says itself that shift is held; the plus of the palette is written with it.
    ...(shiftKey && (!isSign || key === '+') ? ['Shift'] : []),
  ]
  return [...held, key.length === 1 ? key.toUpperCase() : key].join('+')
}
