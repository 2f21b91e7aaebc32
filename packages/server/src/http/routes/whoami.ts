import { whoAmI } from '@octavo/core/contract'
import { handle, type Route } from '../handle.ts'

export function whoamiRoutes(): Route[] {
  return [handle(whoAmI, ({ viewer }) => ({ userId: viewer.memberId, organizationId: viewer.organizationId }))]
}
