import type { Viewer } from '@octavo/core/access'
import type { AuditEventType } from '@octavo/core/contract'
import { AppError } from '@octavo/core/errors'
import { requireRight } from '../../../../access/index.ts'
import { eventOf } from '../../../../audit/index.ts'
import type { Clock } from '../../../../config/index.ts'
import type { Store } from '../../../../store/index.ts'
import { findOrganization, updateOrganization } from '../../../../store/organizations.ts'
import {
  type OrganizationSettings,
  type OrganizationSettingsReader,
  type SavedMailServer,
  settingsOf,
} from '../../../organization/settings/organization-settings.ts'

interface Parts {
  store: Store
  clock: Clock
  settings: OrganizationSettingsReader
}

/** The currently stored settings. */
export async function storedSettings({ store }: Parts, organizationId: string): Promise<OrganizationSettings> {
  const row = await findOrganization(store.db, organizationId)
  if (!row) throw new AppError('not_found', { kind: 'organization', id: organizationId })
  return settingsOf(row)
}

/**
 * Changes an organization's settings of destinations, after checking the basic right; callers check further rights first. The event
 * contains no secret, only the owner of the bot, the buckets and mail server, and how often the webhook secret was replaced.
 */
export async function changeSettings(
  { store, clock, settings }: Parts,
  viewer: Viewer,
  action: AuditEventType,
  changeOf: (known: OrganizationSettings) => OrganizationSettings,
): Promise<OrganizationSettings> {
  requireRight(viewer, 'manageDestinations')
  const { organizationId } = viewer
  const { after } = await store.write<{ before: OrganizationSettings; after: OrganizationSettings }>(
    ({ before, after }) =>
      eventOf(viewer, {
        category: 'ORGANIZATION',
        action,
        object: { kind: 'organization', id: organizationId },
        change: { before: auditFactsOf(before), after: auditFactsOf(after) },
      }),
    async (tx) => {
      const row = await findOrganization(tx, organizationId)
      if (!row) throw new AppError('not_found', { kind: 'organization', id: organizationId })
      const before = settingsOf(row)
      const after = { ...before, ...changeOf(before) }
      await updateOrganization(tx, organizationId, { settings: JSON.stringify(after), updated_at: clock.now() })
      return { before, after }
    },
  )
  settings.forget(organizationId)
  return after
}

function auditFactsOf({
  slack,
  webhookSigning,
  exportRules,
  mailServer,
  storages = [],
}: OrganizationSettings): Record<string, unknown> {
  return {
    slack: slack ? { workspace: slack.workspace, bot: slack.bot } : null,
    exportRules: exportRules ?? {},
    mailServer: mailServer ? withoutPassword(mailServer) : null,
    webhookSecretGeneration: webhookSigning?.generation ?? 0,
    storages: storages.map(({ secret: _, updatedAt: __, ...storage }) => storage),
  }
}

const withoutPassword = ({ password: _, updatedAt: __, ...server }: SavedMailServer) => server
