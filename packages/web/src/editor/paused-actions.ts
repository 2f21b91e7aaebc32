/**
 * Which sequences of actions an author has paused while a workbook is open: one of them, or all. It is no part of the document:
 * a refresh, or opening the workbook again, lets all of them run.
 */
export class PausedActions {
  private areAll = false
  /** Sequences that were changed one by one since all were. */
  private readonly exceptions = new Set<string>()
  private readonly listeners = new Set<() => void>()

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  isPaused(actionId: string): boolean {
    return this.areAll !== this.exceptions.has(actionId)
  }

  /** Of the workbook as a whole; sequences that are added begin like this. */
  extent = (): 'none' | 'some' | 'all' => {
    if (this.exceptions.size > 0) return 'some'
    return this.areAll ? 'all' : 'none'
  }

  setOne(actionId: string, isPaused: boolean): void {
    if (isPaused === this.areAll) this.exceptions.delete(actionId)
    else this.exceptions.add(actionId)
    this.notify()
  }

  /** Holds for every sequence, also those that were changed one by one before. */
  setAll(arePaused: boolean): void {
    this.areAll = arePaused
    this.exceptions.clear()
    this.notify()
  }

  private notify(): void {
    for (const listener of this.listeners) listener()
  }
}
