import type { ActionClip } from '@octavo/core/document'
import { useSyncExternalStore } from 'react'
import { keepContent, readContent } from '../../kept-text.ts'

/**
 * The action that was copied last, in any tab of this browser. It is not in the clipboard of the system, which a page may read only with
 * a permission, and in many frames not at all.
 */
const key = 'copied action'

const listeners = new Set<() => void>()

export function keepCopiedAction(clip: ActionClip): void {
  keepContent(key, JSON.stringify(clip))
  for (const listener of listeners) listener()
}

/** Undefined when nothing was copied. */
export function copiedAction(): ActionClip | undefined {
  const text = textNow()
  if (text === null) return undefined
  try {
    const clip = JSON.parse(text) as Partial<ActionClip>
    return clip.format === 'octavo-action' && clip.action && clip.names && clip.columns
      ? (clip as ActionClip)
      : undefined
  } catch {
    return undefined
  }
}

const textNow = (): string | null => readContent(key)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** Whether there is an action to paste; follows copies in other tabs. */
export const useHasCopiedAction = (): boolean => useSyncExternalStore(subscribe, textNow) !== null
