import { useEffect, useRef } from 'react'
import type { DraftEditor } from '../../editor/index.ts'
import { keysOf } from '../../ui/index.ts'
import { sequenceMs, typedInto } from '../typed-into.ts'
import type { EditorCommand } from './commands.ts'

/** Elements that Space presses. */
const pressable = 'button, a, summary, [role=grid], [role=treegrid], [role=tree], [role=tablist]'

/**
 * Runs commands by their keys. Keys that type a character work only while no text field has the caret, and a focused
 * menu, dialog or grid handles its own keys first.
 */
export function useCommandKeys(
  editor: DraftEditor,
  commands: readonly EditorCommand[],
  /** The commands for the current selection; requested only for keys that they may use. */
  ofSelection: () => readonly EditorCommand[],
): void {
  const first = useRef<{ key: string; at: number } | undefined>(undefined)
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing) return
      const target = event.target instanceof Element ? event.target : null
      const isTyping = target?.closest(typedInto)
      const keys = keysOf(event)
      // Space presses the focused element.
      if (keys === 'Space' && target?.closest(pressable)) return
      const before = first.current
      const sequence = before && event.timeStamp - before.at < sequenceMs ? `${before.key} ${keys}` : undefined
      const found = [...(isTyping ? [] : ofSelection()), ...commands].find(
        (command) =>
          isKeyOf(command, keys, isTyping ? undefined : sequence) &&
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

function isKeyOf({ keys, otherKeys = [] }: EditorCommand, pressed: string, sequence: string | undefined): boolean {
  const own = keys === undefined ? otherKeys : [keys, ...otherKeys]
  return own.some((each) => each === pressed || each === sequence)
}
