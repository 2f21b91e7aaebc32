import type { JobVia, Viewer } from '@octavo/core/access'
import type { ScheduleTarget, WorkbookCloudExport } from '@octavo/core/contract'
import type { Store } from '../../store/index.ts'
import { emailKeyOf, findMemberByEmail, findMembers } from '../../store/members.ts'
import { listTeamMembers } from '../../store/teams.ts'
import { serviceOf } from '../service/service.ts'
import type { Viewers } from '../sign-in/viewers.ts'
import { DeliveryFailed } from './destinations/message/message.ts'
import { cloudExportsOf, destinationsOf, isEmail, isTeam, type TargetKind } from './schedule-config.ts'

const fields = { to: ['email', 'teamId'], cc: ['ccEmail', 'ccTeamId'], bcc: ['bccEmail', 'bccTeamId'] } as const
type Field = keyof typeof fields

export interface Recipients {
  to: string[]
  cc: string[]
  bcc: string[]
  webhooks: string[]
  /** Ids of Slack conversations. */
  slack: string[]
  storage: WorkbookCloudExport[]
}

export const mostRecipients = 1000
export const mostMemberRecipients = 300

export type ScheduleRecipients = ReturnType<typeof createScheduleRecipients>

/** Determines the current recipients of a schedule. */
export function createScheduleRecipients(parts: Parts) {
  return serviceOf(parts, { of, standard, members, member })
}

interface Parts {
  store: Store
  viewers: Viewers
}

/** Current addresses of the active members of a team. */
async function addressesOfTeam({ store }: Parts, organizationId: string, teamId: string): Promise<string[]> {
  const ids = (await listTeamMembers(store.db, organizationId, teamId)).map(({ member_id }) => member_id)
  const members = await findMembers(store.db, organizationId, ids)
  return ids.flatMap((id) => {
    const member = members.get(id)
    return member?.is_archived === 0 && member.user_kind !== 'embed' ? [member.email] : []
  })
}

async function of(parts: Parts, organizationId: string, targets: readonly ScheduleTarget[]): Promise<Recipients> {
  const found = await read(parts, organizationId, targets)
  const { to, cc, bcc, webhooks, slack, storage } = found
  const mails = to.length + cc.length + bcc.length
  if (mails > mostRecipients) {
    throw new DeliveryFailed(`It has ${mails} recipients; a mail goes to at most ${mostRecipients}.`, false)
  }
  if (mails + webhooks.length + slack.length + storage.length === 0) {
    throw new DeliveryFailed('Nobody is left to send it to: its teams have no active members.', false)
  }
  return found
}

/** For a burst: recipients who get the files of every value; may be empty. */
async function standard(parts: Parts, organizationId: string, targets: readonly ScheduleTarget[]): Promise<string[]> {
  const { to, cc, bcc } = await read(parts, organizationId, targets)
  return [...to, ...cc, ...bcc]
}

/** Removes duplicates: a recipient in `to` is not repeated in `cc`. */
async function read(parts: Parts, organizationId: string, targets: readonly ScheduleTarget[]): Promise<Recipients> {
  const all = destinationsOf(targets)
  const seen = new Set<string>()
  const found: Recipients = { to: [], cc: [], bcc: [], webhooks: [], slack: [], storage: [] }
  for (const field of Object.keys(fields) as Field[]) {
    const kinds: readonly TargetKind[] = fields[field]
    for (const { kind, value } of all.filter((each) => kinds.includes(each.kind))) {
      const addresses = isTeam(kind)
        ? await addressesOfTeam(parts, organizationId, value)
        : isEmail(kind)
          ? [value]
          : []
      for (const address of addresses) {
        const key = emailKeyOf(address)
        if (!seen.has(key)) found[field].push(address)
        seen.add(key)
      }
    }
  }
  const valuesOf = (wanted: TargetKind) => [
    ...new Set(all.flatMap(({ kind, value }) => (kind === wanted ? [value] : []))),
  ]
  found.webhooks = valuesOf('webhookUrl')
  found.slack = valuesOf('slackConversationId')
  found.storage = [...new Map(cloudExportsOf(targets).map(({ asked }) => [JSON.stringify(asked), asked])).values()]
  return found
}

/** The member with this address. */
async function member(
  { store, viewers }: Parts,
  organizationId: string,
  address: string,
  via: JobVia = { kind: 'job' },
): Promise<Viewer | null> {
  const row = await findMemberByEmail(store.db, organizationId, address)
  return (row && (await viewers.load(organizationId, row.id, via))) ?? null
}

/** The member of each recipient. When any recipient is not a member, nothing is sent. */
async function members(
  parts: Parts,
  organizationId: string,
  { to, cc, bcc }: Recipients,
  via: JobVia,
): Promise<{ address: string; viewer: Viewer }[]> {
  const addresses = [...to, ...cc, ...bcc]
  if (addresses.length > mostMemberRecipients) {
    const most = `runs as the recipient for at most ${mostMemberRecipients} of them`
    throw new DeliveryFailed(`It has ${addresses.length} recipients; it ${most}.`, false)
  }
  const found: { address: string; viewer: Viewer }[] = []
  const unknown: string[] = []
  for (const address of addresses) {
    const viewer = await member(parts, organizationId, address, via)
    if (viewer) found.push({ address, viewer })
    else unknown.push(address)
  }
  if (unknown.length > 0) {
    const who = unknown.slice(0, 5).join(', ')
    throw new DeliveryFailed(
      `No users found in organization for the provided email recipients: ${who}${unknown.length > 5 ? ', ...' : ''}.`,
      false,
    )
  }
  return found
}
