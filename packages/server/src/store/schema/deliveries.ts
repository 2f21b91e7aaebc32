import type { Generated } from 'kysely'
import type { Audited } from './audited.ts'
import type { References } from './references.ts'

export interface DeliveryTables {
  web_queries: WebQueryTable
  exports: ExportTable
  schedules: ScheduleTable
  schedule_runs: ScheduleRunTable
  schedule_deliveries: ScheduleDeliveryTable
  schedule_unsubscriptions: ScheduleUnsubscriptionTable
}

export const deliveryReferences = {
  web_queries: ['documents'],
  exports: ['organizations'],
  schedules: ['members', 'documents'],
  schedule_runs: ['schedules'],
  schedule_deliveries: ['schedule_runs'],
  schedule_unsubscriptions: ['schedules'],
} as const satisfies References<DeliveryTables>

export interface ExportTable {
  organization_id: string
  /** The queryId of the API. */
  id: string
  job_id: string
  document_id: string
  /** Fixed at the time of the request. */
  document_version: number
  /** The requester, who alone may download the file. */
  member_id: string
  /** JSON: the validated request. */
  request: string
  format: string
  state: 'queued' | 'running' | 'ready' | 'failed' | 'cancelled' | 'expired'
  file_key: string | null
  file_name: string | null
  media_type: string | null
  row_count: number | null
  is_truncated: number | null
  size_bytes: number | null
  /** SHA-256 of the file, hex. */
  checksum: string | null
  /** JSON: the error body without request id. */
  error: string | null
  /** JSON: how far it has come while it runs. */
  progress: Generated<string | null>
  validity_ms: number
  created_at: number
  ready_at: number | null
  expires_at: number | null
}

/** A scheduled export of a document. */
export interface ScheduleTable extends Audited {
  organization_id: string
  id: string
  document_id: string
  /** The member with whose rights it is sent. */
  owner_id: string
  /** Five fields, in the zone. */
  cron: string
  zone: string
  /** JSON: the destinations. */
  targets: string
  /** JSON: the content to send, in the request's form. */
  config: string
  description: string | null
  /** Suspended: by the service after consecutive failures. */
  state: 'active' | 'paused' | 'suspended'
  disabled_at: number | null
  disabled_by: string | null
  /** Consecutive failed runs. */
  failures: number
  /** Null when none is planned. */
  next_due_at: number | null
  /** When the next due time was computed, by the clock of that time. */
  planned_at: number
  /** Deleted, or archived with its owner: not listed and never run again. Its runs are kept. */
  ended_at: number | null
  /** 1: a single send, without due times and not in lists of schedules. */
  is_once: Generated<number>
  /** Number of due times that were sent since the limit was set. */
  sent_count: Generated<number>
}

/** The ledger: the result of each due time. The first process that handles a due time writes its row. */
export interface ScheduleRunTable {
  organization_id: string
  schedule_id: string
  due_at: number
  /** Identifies the delivery to its recipients in every attempt. */
  id: string
  state: 'waiting' | 'running' | 'success' | 'error' | 'skipped' | 'missed' | 'cancelled'
  reason: string | null
  /** Started by a person. */
  is_manual: number
  /** Null when nothing had to run. */
  job_id: string | null
  attempts: number
  created_at: number
  started_at: number | null
  /** When the condition was evaluated. */
  checked_at: number | null
  /** When the files were complete. */
  files_at: number | null
  finished_at: number | null
  /** Number of files in the blobs, including unfinished ones; 0 after their removal. */
  file_count: number
  /** JSON: how far the files have come while it runs. */
  progress: Generated<string | null>
  /** The member who cancelled it. */
  cancelled_by: Generated<string | null>
}

/** A delivery of a run to one recipient, or to all recipients of one mail. */
export interface ScheduleDeliveryTable {
  organization_id: string
  schedule_id: string
  due_at: number
  /** Unique in the run: `mail`, `mail.` and a hash of the recipient, or `hook` and a hash of the address. */
  name: string
  /**
   * Dropped: the schedule was paused or removed before. Skipped: it was not to be sent, and has no job. Cancelled: a
   * member cancelled the run; it becomes sent when the destination accepts it nevertheless.
   */
  state: 'waiting' | 'sent' | 'failed' | 'dropped' | 'skipped' | 'cancelled'
  /** JSON: message and recipient. Null after it has ended, and for a cancelled one after its leftovers were removed. */
  parcel: string | null
  /** Why it failed, or a remark for the owner although it was sent. */
  reason: string | null
  job_id: string
  created_at: number
  finished_at: number | null
  /** Readable name of the recipient; null for deliveries of older versions. */
  recipient: string | null
  /** For a burst: the value of its control. */
  value: string | null
  /** JSON: the files that were sent; null for deliveries of older versions. */
  files: Generated<string | null>
  attempts: Generated<number>
  /** The response of the destination to the last message that it accepted. */
  answer: Generated<string | null>
  /** JSON: the result of each recipient; null for deliveries of older versions. */
  recipients: Generated<string | null>
}

/** A recipient who unsubscribed from a schedule. */
export interface ScheduleUnsubscriptionTable {
  organization_id: string
  schedule_id: string
  /** Normalized address, for comparison. */
  email_key: string
  /** The address as in the mail. */
  email: string
  created_at: number
}

/** An address that returns the rows of an element. */
export interface WebQueryTable {
  organization_id: string
  id: string
  document_id: string
  element_id: string
  format: 'csv' | 'json'
  /** JSON: control values as text, by control id. */
  parameters: string
  /** SHA-256 of the token, hex. */
  token_hash: string
  /** The member with whose rights the rows are read. */
  created_by: string
  created_at: number
  last_read_at: number | null
}
