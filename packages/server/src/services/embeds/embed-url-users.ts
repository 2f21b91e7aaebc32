import type { Queryable } from '../../store/index.ts'
import { findMemberByEmail } from '../../store/members.ts'
import { findTeamByName } from '../../store/teams.ts'
import { type EmbedClaims, noAccess, refused } from './embed-tokens.ts'

const unknownTeams =
  'The specified teams in ":external_user_team" do not exist. Please check spelling or create new teams in the admin portal.'

/** Signed addresses accept only external embed users, in existing teams. Throws `unauthorized` with the messages that hosts know. */
export async function requireUserOfHost(tx: Queryable, organizationId: string, claims: EmbedClaims): Promise<void> {
  const known = await findMemberByEmail(tx, organizationId, claims.email)
  if (known && known.user_kind !== 'embed') {
    throw refused('Members who can sign in themselves need a JWT.', noAccess, 'EACCES')
  }
  for (const name of claims.teams ?? []) {
    const team = await findTeamByName(tx, organizationId, name)
    if (!team || team.is_archived === 1) throw refused(`There is no team "${name}".`, unknownTeams)
  }
}
