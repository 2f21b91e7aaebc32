import type { Viewer } from '@octavo/core/access'
import type { ExportRules, ExportRulesChange, ScheduleTarget } from '@octavo/core/contract'
import { AppError, type Problem } from '@octavo/core/errors'
import { requireRight } from '../../access/index.ts'
import type { Clock } from '../../config/index.ts'
import type { DueTimes } from '../../queue/index.ts'
import type { Store } from '../../store/index.ts'
import { findMemberByEmail } from '../../store/members.ts'
import { findTeamsOfMember } from '../../store/teams.ts'
import type {
  OrganizationSettings,
  OrganizationSettingsReader,
} from '../organization/settings/organization-settings.ts'
import { serviceOf } from '../service/service.ts'
import { isAddress } from './destinations/mail/is-address.ts'
import { changeSettings, storedSettings } from './destinations/settings/setting-changes.ts'
import { destinationsOf, isEmail, isTeam, type SavedConfig } from './schedule-config.ts'

export type ExportRulesOf = ReturnType<typeof createExportRules>

/** Checks the rules of an organization for outgoing exports. */
export function createExportRules(parts: Parts) {
  return serviceOf(parts, { get, change, refusal, problems, frequencyProblems, isAsRecipientOnly, copyTo })
}

interface Parts {
  store: Store
  clock: Clock
  settings: OrganizationSettingsReader
}

const rulesOf = ({ exportRules = {} }: OrganizationSettings): ExportRules => ({
  minimumMinutes: exportRules.minimumMinutes ?? null,
  allowedDomains: exportRules.allowedDomains ?? null,
  sameTeamOnly: exportRules.sameTeamOnly ?? false,
  asRecipientOnly: exportRules.asRecipientOnly ?? false,
  blindCopy: exportRules.blindCopy ?? null,
})

async function get(parts: Parts, viewer: Viewer): Promise<ExportRules> {
  requireRight(viewer, 'manageOrganization')
  return rulesOf(await storedSettings(parts, viewer.organizationId))
}

async function change(parts: Parts, viewer: Viewer, asked: ExportRulesChange): Promise<ExportRules> {
  requireRight(viewer, 'manageOrganization')
  const blindCopy = asked.blindCopy?.trim()
  const domains = asked.allowedDomains?.map((domain) => domain.trim().toLowerCase().replace(/^@/, ''))
  const found: Problem[] = []
  if (blindCopy !== undefined && !isAddress(blindCopy)) {
    found.push({ path: 'blindCopy', message: `${JSON.stringify(blindCopy.slice(0, 60))} is not one email address.` })
  }
  domains?.forEach((domain, index) => {
    if (/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain)) return
    found.push({
      path: `allowedDomains[${index}]`,
      message: `"${domain.slice(0, 60)}" is no domain, such as example.com.`,
    })
  })
  const [first] = found
  if (first) throw new AppError('invalid_request', { reason: `${first.path}: ${first.message}`, problems: found })
  const clean = { ...asked, ...(domains ? { allowedDomains: domains } : {}), ...(blindCopy ? { blindCopy } : {}) }
  const changed = await changeSettings(parts, viewer, 'EXPORT_RULES_CHANGED', ({ exportRules }) => ({
    exportRules: { ...exportRules, ...clean },
  }))
  return rulesOf(changed)
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** Why a member may not send mail to an address; null when it is allowed. */
async function refusal(
  { store, settings }: Parts,
  { organizationId, memberId }: Pick<Viewer, 'organizationId' | 'memberId'>,
  address: string,
): Promise<string | null> {
  const { allowedDomains, sameTeamOnly } = rulesOf(await settings.read(organizationId))
  if (allowedDomains !== null && !allowedDomains.includes(domainOf(address))) {
    return `Exports go to ${allowedDomains.join(', ') || 'no domain'} only, as the organization has set it.`
  }
  if (!sameTeamOnly) return null
  const other = await findMemberByEmail(store.db, organizationId, address)
  if (other?.id === memberId) return null
  const own = new Set((await findTeamsOfMember(store.db, organizationId, memberId)).map(({ id }) => id))
  const shared = other ? await findTeamsOfMember(store.db, organizationId, other.id) : []
  if (shared.some(({ id }) => own.has(id))) return null
  return 'Exports go to members of the own teams only, as the organization has set it.'
}

/** Violations of the organization's rules by a schedule with new content or recipients. */
async function problems(
  parts: Parts,
  owner: Viewer,
  { targets, config }: { targets: readonly ScheduleTarget[]; config: SavedConfig },
): Promise<Problem[]> {
  const { store, settings } = parts
  const rules = rulesOf(await settings.read(owner.organizationId))
  const found: Problem[] = []
  const all = destinationsOf(targets)
  for (const { kind, value, path } of all) {
    const reason = isEmail(kind) && isAddress(value) ? await refusal(parts, owner, value) : null
    if (reason !== null) found.push({ path, message: `${JSON.stringify(value)}: ${reason}` })
  }
  const teams = all.filter(({ kind }) => isTeam(kind))
  if (rules.sameTeamOnly && teams.length > 0) {
    const own = new Set((await findTeamsOfMember(store.db, owner.organizationId, owner.memberId)).map(({ id }) => id))
    const message = 'Exports go to the own teams only, as the organization has set it.'
    found.push(...teams.filter(({ value }) => !own.has(value)).map(({ path }) => ({ path, message })))
  }
  const hasMail = config.burst || all.some(({ kind }) => isEmail(kind) || isTeam(kind))
  if (rules.asRecipientOnly && hasMail && config.runAsRecipient !== true) {
    const message = 'The organization sends mail only with the data of each recipient.'
    found.push({ path: 'configV2.runAsRecipient', message })
  }
  return found
}

/** Number of due times to check. */
const comingTimes = 400

/** Problems of due times that are more frequent than the organization allows. */
async function frequencyProblems(
  { clock, settings }: Parts,
  organizationId: string,
  times: DueTimes | null,
): Promise<Problem[]> {
  const { minimumMinutes } = rulesOf(await settings.read(organizationId))
  if (minimumMinutes === null || times === null) return []
  const coming = times.after(clock.now(), comingTimes)
  const gaps = coming.slice(1).map((time, index) => time - (coming[index] ?? time))
  const least = Math.min(...gaps) / 60_000
  // One hour less, for days on which clocks are set forward.
  const isDaily = minimumMinutes >= 1440
  if (!(least < (isDaily ? minimumMinutes - 60 : minimumMinutes))) return []
  const message = `It would be sent every ${Math.round(least)} minutes; the organization allows every ${minimumMinutes} at most.`
  return [{ path: 'schedule.cronSpec', message }]
}

/** Whether mail is only sent with the data of each recipient. */
async function isAsRecipientOnly({ settings }: Parts, organizationId: string): Promise<boolean> {
  return rulesOf(await settings.read(organizationId)).asRecipientOnly
}

/** The address that gets a blind copy of every mail; null for none. */
async function copyTo({ settings }: Parts, organizationId: string): Promise<string | null> {
  return rulesOf(await settings.read(organizationId)).blindCopy
}
