import type { Viewer } from '@octavo/core/access'
import type { ScheduleTarget, WorkbookCloudExport } from '@octavo/core/contract'
import type { Store } from '../../store/index.ts'
import { emailKeyOf, findMemberByEmail, findMembers } from '../../store/members.ts'
import { listTeamMembers } from '../../store/teams.ts'
import { serviceOf } from '../service/service.ts'
import type { Viewers } from '../sign-in/viewers.ts'
import { DeliveryFailed } from './destinations/message/message.ts'
import { mostRecipients } from './schedule-checks.ts'
import { cloudExportsOf, destinationsOf, isEmail, isTeam, type TargetKind } from './schedule-config.ts'

const fields = { to: ['email', 'teamId'], cc: ['ccEmail', 'ccTeamId'], bcc: ['bccEmail', 'bccTeamId'] } as const
type Field = keyof typeof fields

export interface Recipients {
  to: string[]
  cc: string[]
  bcc: string[]
  webhooks: string[]
  /** Ids of conversations in Slack. */
  slack: string[]
  storage: WorkbookCloudExport[]
}

const mostMemberRecipients = 300

export type ScheduleRecipients = ReturnType<typeof createScheduleRecipients>

/** To whom a schedule goes at this moment. */
export function createScheduleRecipients(parts: Parts) {
  return serviceOf(parts, { of, members })
}

interface Parts {
  store: Store
  viewers: Viewers
}

/** Active members of a team, by the addresses that they have now. */
async function addressesOfTeam({ store }: Parts, organizationId: string, teamId: string): Promise<string[]> {
  const ids = (await listTeamMembers(store.db, organizationId, teamId)).map(({ member_id }) => member_id)
  const members = await findMembers(store.db, organizationId, ids)
  return ids.flatMap((id) => {
    const member = members.get(id)
    return member?.is_archived === 0 && member.user_kind !== 'embed' ? [member.email] : []
  })
}

/** Nobody twice: who is in `to` is not in `cc` as well. */
async function of(parts: Parts, organizationId: string, targets: readonly ScheduleTarget[]): Promise<Recipients> {
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
  if (seen.size > mostRecipients) {
    throw new DeliveryFailed(`It has ${seen.size} recipients; a mail goes to at most ${mostRecipients}.`, false)
  }
  if (seen.size === 0 && found.webhooks.length + found.slack.length + found.storage.length === 0) {
    throw new DeliveryFailed('Nobody is left to send it to: its teams have no active members.', false)
  }
  return found
}

/** Each recipient with the member who it is. All are, or nothing is sent. */
async function members(
  { store, viewers }: Parts,
  organizationId: string,
  { to, cc, bcc }: Recipients,
): Promise<{ address: string; viewer: Viewer }[]> {
  const addresses = [...to, ...cc, ...bcc]
  if (addresses.length > mostMemberRecipients) {
    const most = `runs as the recipient for at most ${mostMemberRecipients} of them`
    throw new DeliveryFailed(`It has ${addresses.length} recipients; it ${most}.`, false)
  }
  const found: { address: string; viewer: Viewer }[] = []
  const unknown: string[] = []
  for (const address of addresses) {
    const member = await findMemberByEmail(store.db, organizationId, address)
    const viewer = member && (await viewers.load(organizationId, member.id, { kind: 'job' }))
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
