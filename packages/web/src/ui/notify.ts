export interface Notice {
  title: string
  text?: string
  /** `warning`: something ended, but not all of it was done. */
  tone: 'busy' | 'done' | 'warning' | 'danger'
  /** An undo or follow-up button; it closes the notice. */
  action?: { label: string; run: () => void }
}

/** Where notices are shown. It is loaded with the first notice. */
export interface NoticeBoard {
  add: (notice: Notice, close: () => void) => string
  change: (id: string, notice: Notice, close: () => void) => void
  close: (id: string) => void
}

let board: NoticeBoard | undefined
let isWanted = false
const waiting: ((board: NoticeBoard) => void)[] = []
const listeners = new Set<() => void>()

/** Shows a notice in the corner and returns the handle that changes it. A busy notice stays until it is changed. */
export function notify(notice: Notice): { change(next: Notice): void; close(): void } {
  let id: string | undefined
  const close = () => onBoard((at) => id !== undefined && at.close(id))
  onBoard((at) => {
    id = at.add(notice, close)
  })
  return { change: (next) => onBoard((at) => id !== undefined && at.change(id, next, close)), close }
}

/** Notifications before the board is rendered are queued in order. */
function onBoard(step: (board: NoticeBoard) => unknown) {
  if (board) {
    step(board)
    return
  }
  waiting.push(step)
  isWanted = true
  for (const listener of listeners) listener()
}

export function showOn(next: NoticeBoard) {
  board = next
  for (const step of waiting.splice(0)) step(next)
}

export const noticesWanted = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  read: () => isWanted,
}
