import { useEffect, useRef } from 'react'
import type { DraftEditor } from '../../editor/index.ts'
import { keysOf } from '../../ui/index.ts'
import { sequenceMs, typedInto } from '../typed-into.ts'
import type { EditorCommand } from './commands.ts'

/** What Space presses. */
const pressable = 'button, a, summary, [role=grid], [role=treegrid], [role=tree], [role=tablist]'

/**
 * Runs commands by their keys. Keys that would write something act only while no text field has the caret, and a menu,
 * dialog or grid that is used has its own keys first.
 */
export function useCommandKeys(
  editor: DraftEditor,
  commands: readonly EditorCommand[],
  /** Of what is selected now; asked for only where a key may mean them. */
  ofSelection: () => readonly EditorCommand[],
): void {
  const first = useRef<{ key: string; at: number } | undefined>(undefined)
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing) return
      const target = event.target instanceof Element ? event.target : null
      const isTyping = target?.closest(typedInto)
      const keys = keysOf(event)
      // Space presses what has the focus.
      if (keys === 'Space' && target?.closest(pressable)) return
      const before = first.current
      const sequence = before && event.timeStamp - before.at < sequenceMs ? `${before.key} ${keys}` : undefined
      const found = [...(isTyping ? [] : ofSelection()), ...commands].find(
        (command) =>
          isMeant(command, keys, isTyping ? undefined : sequence) &&
          (!isTyping || command.isGlobal === true) &&
          command.isOn(editor.state),
      )
      first.current = /^[A-Z]$/.test(keys) && !isTyping ? { key: keys, at: event.timeStamp } : undefined
      if (!found) return
      first.current = undefined
      event.preventDefault()
      found.run(sequence ?? keys)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [editor, commands, ofSelection])
}

function isMeant({ keys, otherKeys = [] }: EditorCommand, pressed: string, sequence: string | undefined): boolean {
  const own = keys === undefined ? otherKeys : [keys, ...otherKeys]
  return own.some((each) => each === pressed || each === sequence)
}
