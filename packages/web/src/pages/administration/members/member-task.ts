import type { Member } from '@octavo/core/contract'

export type MemberSelection = ReadonlyMap<string, Member>

export type MemberTask =
  | { action: 'invite' | 'bulk' }
  | { action: 'open'; memberId: string }
  | { action: 'deactivate' | 'type'; members: readonly Member[] }
  | null
