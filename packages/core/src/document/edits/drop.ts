import type { DropReason } from './api.ts'

/** Why one edit is dropped; never thrown out of `applyEdits`. */
export class Drop extends Error {
  readonly reason: DropReason

  constructor(reason: DropReason, message: string) {
    super(message)
    this.reason = reason
  }
}
