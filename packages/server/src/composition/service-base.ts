import type { Access } from '../access/index.ts'
import type { Activity } from '../audit/index.ts'
import type { Blobs } from '../blobs/index.ts'
import type { Clock } from '../config/index.ts'
import type { Ingest, Sessions, UploadFolder } from '../connectors/index.ts'
import type { Destinations, SendMail } from '../outbound/index.ts'
import type { Queue } from '../queue/index.ts'
import type { Secrets } from '../secrets/index.ts'
import type { TrailFiles } from '../services/audit-trail/trail-copies.ts'
import type { Mails } from '../services/organization/mails/mails.ts'
import type { SchemaTables } from '../services/schema-tables/schema-tables.ts'
import type { Store } from '../store/index.ts'
import type { SignInServices } from './sign-in-services.ts'

/** Dependencies of services: access to everything outside the process, and authentication. */
export interface ServiceBase extends SignInServices {
  store: Store
  secrets: Secrets
  clock: Clock
  queue: Queue
  blobs: Blobs
  sessions: Sessions
  /** Reads the files that people upload. */
  ingest: Ingest
  uploadFolder: UploadFolder
  /** The folder of audit log copies, and the engine that writes them. */
  trailFiles: TrailFiles
  destinations: Destinations
  /** Null when the operator has configured no mail server. */
  sendMail: SendMail | null
  /** Base address of Slack's Web API. */
  slackUrl: string
  /**
   * Maximum messages and calls that a member's sequences may send in a minute, unless the organization sets a limit.
   */
  sendsPerMinute: number
  reportBug: (error: unknown) => void
}

/** Dependencies that services of every subject may use. */
export type Base = ServiceBase & { access: Access; activity: Activity; mails: Mails; schemaTables: SchemaTables }
