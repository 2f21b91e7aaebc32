import {
  createTeam,
  deleteTeam,
  getTeam,
  getTeamMembers,
  listMemberTeams,
  listTeams,
  listTeamsPaged,
  updateTeam,
  updateTeamMember,
  updateTeamMembers,
} from '@octavo/core/contract'
import type { Teams } from '../../services/organization/teams/teams.ts'
import type { ListOrArray } from '../bare-lists.ts'
import { handle, type Route } from '../handle.ts'

export const teamRoutes = ({ teams, listOrArray }: { teams: Teams; listOrArray: ListOrArray }): Route[] => [
  handle(listTeams, (context) => listOrArray(context, (window) => teams.list(context.viewer, context.query, window))),
  handle(listTeamsPaged, ({ viewer, query, paged }) => paged((window) => teams.list(viewer, query, window))),
  handle(createTeam, ({ viewer, body }) => teams.create(viewer, body)),
  handle(getTeam, ({ viewer, params }) => teams.get(viewer, params.teamId)),
  handle(updateTeam, ({ viewer, params, body }) => teams.update(viewer, params.teamId, body)),
  handle(deleteTeam, async ({ viewer, params }) => {
    await teams.remove(viewer, params.teamId)
    return {}
  }),
  handle(getTeamMembers, ({ viewer, params, paged }) =>
    paged((window) => teams.members(viewer, params.teamId, window)),
  ),
  handle(updateTeamMembers, async ({ viewer, params, body }) => {
    await teams.changeMembers(viewer, params.teamId, body)
    return {}
  }),
  handle(updateTeamMember, ({ viewer, params, body }) =>
    teams.setAdmin(viewer, params.teamId, params.memberId, body.isTeamAdmin),
  ),
  handle(listMemberTeams, ({ viewer, params, paged }) =>
    paged((window) => teams.listOfMember(viewer, params.memberId, window)),
  ),
]
