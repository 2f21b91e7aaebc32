import { type Static, Type } from 'typebox'
import { Id, MemberId } from './common.ts'
import { operation } from './define.ts'

export const WhoAmI = Type.Object({ userId: MemberId, organizationId: Id }, { $id: 'WhoAmI' })
export type WhoAmI = Static<typeof WhoAmI>

export const whoAmI = operation({
  id: 'whoAmI',
  method: 'GET',
  path: '/v2/whoami',
  summary: 'Identify the member whose token made the call',
  tag: 'whoami',
  answers: { 200: WhoAmI },
})

export const whoamiOperations = [whoAmI] as const
