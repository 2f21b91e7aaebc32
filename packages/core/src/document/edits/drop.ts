import type { DropReason } from './api.ts'

/** Why one edit is left out; never leaves `applyEdits`. */
export class Drop extends Error {
  readonly reason: DropReason

  constructor(reason: DropReason, message: string) {
    super(message)
    this.reason = reason
  }
}
