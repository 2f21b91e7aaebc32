const listeners = new Set<() => void>()
let isWanted = false

/** Called when a command (a key, "Add new column") sends the caret into the formula bar. Returns how to stop. */
export function onFormulaFocus(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Puts the caret into the formula bar, also where the bar of the selected column is not there yet. */
export function focusFormula(): void {
  isWanted = true
  requestAnimationFrame(() => {
    for (const listener of listeners) listener()
  })
}

/** Whether the caret is wanted; the wish is then granted. */
export function takeFocusWish(): boolean {
  const was = isWanted
  isWanted = false
  return was
}
