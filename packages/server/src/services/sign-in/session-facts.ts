import type { Viewer } from '@octavo/core/access'
import type { WebSession } from '@octavo/core/contract'
import type { Store } from '../../store/index.ts'
import { findMember } from '../../store/members.ts'
import { findOrganization } from '../../store/organizations.ts'
import { settingsOf, switchDefaults } from '../organization/settings/organization-settings.ts'

/** Facts about the current viewer for the web app, for every kind of session. */
export async function sessionFacts(
  { store, sendsMail }: { store: Store; sendsMail: boolean },
  viewer: Viewer,
): Promise<Omit<WebSession, 'csrfToken'>> {
  const organization = await findOrganization(store.db, viewer.organizationId)
  if (organization === undefined) throw new Error(`The organization ${viewer.organizationId} is gone.`)
  const actor =
    viewer.via.kind === 'viewAs' ? await findMember(store.db, viewer.organizationId, viewer.via.actorId) : undefined
  const member = await findMember(store.db, viewer.organizationId, viewer.memberId)
  return {
    ...(actor === undefined
      ? {}
      : {
          viewAs: {
            actor: {
              memberId: actor.id,
              email: actor.email,
              firstName: actor.first_name,
              lastName: actor.last_name,
            },
          },
        }),
    member: {
      memberId: viewer.memberId,
      email: viewer.email,
      firstName: viewer.firstName,
      lastName: viewer.lastName,
      accountType: viewer.accountType.name,
      isAdmin: viewer.isAdmin,
      teamIds: viewer.teams.map(({ id }) => id),
      permissions: [...viewer.accountType.permissions],
      language: member?.language ?? null,
    },
    organization: {
      organizationId: organization.id,
      name: organization.name,
      slug: organization.slug,
      zone: organization.zone,
      locale: settingsOf(organization).locale ?? null,
      bulkCopy: settingsOf(organization).bulkCopy ?? switchDefaults.bulkCopy,
      contentHosts: settingsOf(organization).contentHosts ?? [],
    },
    sendsMail: sendsMail || (settingsOf(organization).mailServer ?? null) !== null,
  }
}
