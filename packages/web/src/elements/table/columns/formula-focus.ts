const listeners = new Set<() => void>()
let isWanted = false

/** The formula field on screen, as the heads of the columns of its element know it. */
interface FormulaField {
  elementId: string
  columnId: string
  hasFocus: () => boolean
  /** Writes the name of a column where the caret is. */
  insert: (name: string) => void
}
let field: FormulaField | undefined

/** Registers the visible formula field with the column headers. Returns the function that removes it. */
export function offerFormulaField(offered: FormulaField): () => void {
  field = offered
  return () => {
    if (field === offered) field = undefined
  }
}

/** The formula that is being written for another column of the element: a press on the head of a column puts its name there. */
export const formulaBeingWritten = (elementId: string, pressedId?: string): FormulaField | undefined =>
  field?.elementId === elementId && field.columnId !== pressedId && field.hasFocus() ? field : undefined

/**
 * Called when a command (a key, "Add new column") moves the caret into the formula bar. Returns a function that stops
 * it.
 */
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

/** Returns whether the caret was requested, and clears the request. */
export function takeFocusRequest(): boolean {
  const was = isWanted
  isWanted = false
  return was
}
