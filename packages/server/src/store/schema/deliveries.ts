import type { Generated } from 'kysely'
import type { Audited } from './audited.ts'

export interface DeliveryTables {
  web_queries: WebQueryTable
  exports: ExportTable
  schedules: ScheduleTable
  schedule_runs: ScheduleRunTable
  schedule_deliveries: ScheduleDeliveryTable
  schedule_unsubscriptions: ScheduleUnsubscriptionTable
}

export interface ExportTable {
  organization_id: string
  /** The queryId of the API. */
  id: string
  job_id: string
  document_id: string
  /** Pinned when the export was asked for. */
  document_version: number
  /** Whoever asked; the only one who may download. */
  member_id: string
  /** JSON: the request as validated. */
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
  /** With whose rights it is sent. */
  owner_id: string
  /** Five fields, in the zone. */
  cron: string
  zone: string
  /** JSON: where it is sent to. */
  targets: string
  /** JSON: what is sent, in the words of the request. */
  config: string
  description: string | null
  /** Suspended: by the service, after runs that failed one after the other. */
  state: 'active' | 'paused' | 'suspended'
  disabled_at: number | null
  disabled_by: string | null
  /** Runs that failed since the last one that did not. */
  failures: number
  /** Null while none is planned. */
  next_due_at: number | null
  /** When that was worked out, by the clock of then. */
  planned_at: number
  /** Deleted, or archived with its owner: in no list any more, and never run. Its runs stay. */
  ended_at: number | null
  /** 1: sent once, now; no due times, and in no list of schedules. */
  is_once: Generated<number>
  /** Due times that were sent since its limit was set. */
  sent_count: Generated<number>
}

/** The ledger: what became of each due time. A row is written once for a due time, by whichever process comes first. */
export interface ScheduleRunTable {
  organization_id: string
  schedule_id: string
  due_at: number
  /** Names the delivery to receivers, in each attempt. */
  id: string
  state: 'waiting' | 'running' | 'success' | 'error' | 'skipped'
  reason: string | null
  /** Asked for by a person. */
  is_manual: number
  /** Null where nothing was to be run. */
  job_id: string | null
  attempts: number
  created_at: number
  started_at: number | null
  /** The condition was known. */
  checked_at: number | null
  /** The files were whole. */
  files_at: number | null
  finished_at: number | null
  /** Files in the blobs, begun ones included; 0 once they are removed. */
  file_count: number
}

/** What a run sends to one receiver, or to all who share a mail. */
export interface ScheduleDeliveryTable {
  organization_id: string
  schedule_id: string
  due_at: number
  /** Within the run: `mail`, `mail.` and a hash of the recipient, or `hook` and a hash of the address. */
  name: string
  /** Dropped: the schedule was paused or removed before. Skipped: it was never to be sent, and has no job. */
  state: 'waiting' | 'sent' | 'failed' | 'dropped' | 'skipped'
  /** JSON: message and receiver; null once it has ended. */
  parcel: string | null
  /** Why it failed, or what its owner should know although it was sent. */
  reason: string | null
  job_id: string
  created_at: number
  finished_at: number | null
  /** Who gets it, as people read it; null for what older versions sent. */
  recipient: string | null
  /** Of a burst: the value of its control. */
  value: string | null
  /** JSON: the files it carried; null for what older versions sent. */
  files: Generated<string | null>
}

/** A recipient who wants no more mails of a schedule. */
export interface ScheduleUnsubscriptionTable {
  organization_id: string
  schedule_id: string
  /** As addresses are compared. */
  email_key: string
  /** As the mail had it. */
  email: string
  created_at: number
}

/** An address that answers the rows of an element. */
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
  /** The member whose rights its rows have. */
  created_by: string
  created_at: number
  last_read_at: number | null
}
