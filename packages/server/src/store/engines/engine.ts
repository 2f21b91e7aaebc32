import { EventEmitter } from 'node:events'
import type { IsolationLevel, Kysely, RawBuilder } from 'kysely'
import type { Database } from '../schema.ts'
import type { Reserve } from './reserve.ts'

/** The differences between the two kinds of store; one file for each implements it. */
export interface Engine {
  kind: 'sqlite' | 'postgres'
  /** Read-only connections. */
  readers: Kysely<Database>
  writer: Kysely<Database>
  /** Type names for migrations; text always compares as bytes. */
  types: { dialect: 'sqlite' | 'postgres'; text: string; integer: string; tableSuffix: string; generated: string }
  /** Ends a selection of rows to change, so that rows locked by another process are skipped. */
  skipLocked: RawBuilder<unknown>
  /** Undefined when the engine has only one level. */
  isolation(level: 'serializable' | 'read committed'): IsolationLevel | undefined
  /**
   * Runs work on one connection of the writer, after all earlier calls with the same name in any process, in order.
   * Absent when all transactions queue for one writer.
   */
  inTurn?<R>(name: string, work: (writer: Kysely<Database>) => Promise<R>): Promise<R>
  /** Whether the same transaction may succeed when repeated. */
  isRetryable(error: unknown): boolean
  /** Whether the connection to the server was lost while the server still runs. */
  isCut(error: unknown): boolean
  /** Why the store does not work, for the operator; null for an error that is not caused by its disk or server. */
  whyUnavailable(error: unknown): string | null
  /** Whether the disk has no room for a write. */
  isFull(error: unknown): boolean
  /** Absent when a separate server manages the disk. */
  reserve?: Reserve
  signals: Signals
  /** This process is the only one that uses the store, so work of any other process has ended with it. */
  isExclusive: boolean
  /** Copies the data before an upgrade; absent when the operator's own backup does that. */
  copyBeforeUpgrade?(firstMigration: string): void
  /** Called when all tables exist. */
  settle?(): void
  guardMigration(): Promise<MigrationGuard>
  /** Called first in the transaction that creates the bookkeeping tables. */
  lockForMigration(tx: Kysely<Database>): Promise<void>
  /** Closes resources other than `readers` and `writer`. */
  close(): Promise<void>
}

/** Distinguishes a running migration from one whose process was killed, before its lease has expired. */
export interface MigrationGuard {
  /** True when no other process is migrating, so that an existing lease is stale. Held until `release`. */
  tryHold(): Promise<boolean>
  release(): Promise<void>
}

/**
 * Notifications between the processes that share a store. They may be lost, so listeners also poll. A listener may be called without an
 * announcement when listening starts or restarts.
 */
export interface Signals {
  /** Notifies other processes when `tx` commits; `heard` notifies this one. */
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
