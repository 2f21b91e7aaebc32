import { EventEmitter } from 'node:events'
import type { IsolationLevel, Kysely, RawBuilder } from 'kysely'
import type { Database } from '../schema.ts'
import type { Reserve } from './reserve.ts'

/** What differs between the two kinds of store; one file for each implements it. */
export interface Engine {
  kind: 'sqlite' | 'postgres'
  /** Read-only connections. */
  readers: Kysely<Database>
  writer: Kysely<Database>
  /** How migrations spell types; text always compares as bytes. */
  types: { dialect: 'sqlite' | 'postgres'; text: string; integer: string; tableSuffix: string; generated: string }
  /** Ends a selection of rows to change, so that it passes over those that another process is changing. */
  skipLocked: RawBuilder<unknown>
  /** Undefined where the engine has one level only. */
  isolation(level: 'serializable' | 'read committed'): IsolationLevel | undefined
  /** True when the same transaction may succeed if it is run again. */
  isRetryable(error: unknown): boolean
  /** True when the link to the server is gone, not the server. */
  isCut(error: unknown): boolean
  /** What keeps the store from working, for the operator; null for an error that is none of its disk or server. */
  whyUnavailable(error: unknown): string | null
  /** True when the disk has no room for a write. */
  isFull(error: unknown): boolean
  /** Absent where the disk is that of a server of its own. */
  reserve?: Reserve
  signals: Signals
  /** This process is the only one on the store: whatever another was doing has ended with it. */
  isExclusive: boolean
  /** Keeps a copy of the data as it is before an upgrade; absent where the operator's own backup does that. */
  copyBeforeUpgrade?(firstMigration: string): void
  /** Called once all tables are there. */
  settle?(): void
  guardMigration(): Promise<MigrationGuard>
  /** Called first in the transaction that makes the bookkeeping tables. */
  lockForMigration(tx: Kysely<Database>): Promise<void>
  /** Ends what `readers` and `writer` do not hold. */
  close(): Promise<void>
}

/** Tells a migrating process that is alive from one that was killed, before its lease has run out. */
export interface MigrationGuard {
  /** True when nobody else is migrating: whoever has left a lease behind is gone. Held until `release`. */
  tryHold(): Promise<boolean>
  release(): Promise<void>
}

/**
 * Wake-up calls between the processes that share a store. They may be lost: whoever listens also looks by itself. A listener may be called
 * without an announcement, once listening has begun or begins again.
 */
export interface Signals {
  /** Sends with the commit of `tx` to other processes; `heard` tells this one. */
  send(tx: Kysely<Database>, channel: string): Promise<void>
  heard(channel: string): void
  listen(channel: string, callback: () => void): () => void
}

/** Signals of a store that belongs to one process. */
export function localSignals(): Signals {
  const emitter = new EventEmitter().setMaxListeners(0)
  return {
    async send() {},
    heard: (channel) => emitter.emit(channel),
    listen(channel, callback) {
      emitter.on(channel, callback)
      return () => emitter.off(channel, callback)
    },
  }
}
