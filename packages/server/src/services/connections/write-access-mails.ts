import type { Viewer } from '@octavo/core/access'
import type { Queue } from '../../queue/index.ts'
import type { ConnectionRow } from '../../store/connections.ts'
import type { Mails } from '../organization/mails/mails.ts'
import { enqueueSwitchMails } from '../organization/mails/switch-mails.ts'
import { writeSchemaOf } from './published-settings.ts'

interface Change {
  viewer: Viewer
  /** Null for a new connection. */
  before: Pick<ConnectionRow, 'settings'> | null
  after: Pick<ConnectionRow, 'id' | 'name' | 'settings'>
  baseUrl: string
}

/** Notifies administrators by mail when a change of a connection enables, moves or disables write access. */
export async function enqueueWriteAccessMails(
  parts: { queue: Queue; mails: Pick<Mails, 'isSet'> },
  tx: Parameters<Queue['enqueue']>[0],
  { viewer, before, after, baseUrl }: Change,
): Promise<void> {
  const [from, to] = [before && writeSchemaOf(before), writeSchemaOf(after)]
  if (from === to) return
  const { organizationId, memberId: byMemberId } = viewer
  const { id: connectionId, name } = after
  const what = 'write-access'
  const base = { organizationId, what, name, connectionId, byMemberId, baseUrl } as const
  if (to === null) await enqueueSwitchMails(parts, tx, { ...base, state: 'off', place: from })
  else await enqueueSwitchMails(parts, tx, { ...base, state: from === null ? 'on' : 'changed', place: to })
}
