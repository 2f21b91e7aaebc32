import type { Member } from '@octavo/core/contract'
import { nameOfMember } from '../../data/people.ts'

export type MemberOrder = 'name' | 'type' | 'joined'

export interface MemberFilter {
  /** Words that must all be in the name or address. */
  text: string
  type: string
  state: 'active' | 'deactivated' | 'all'
  /** Ids of those wanted; null for everybody. */
  team: ReadonlySet<string> | null
}

export function filterMembers(members: readonly Member[], { text, type, state, team }: MemberFilter): Member[] {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  return members.filter((member) => {
    if (state !== 'all' && (member.isArchived === true) !== (state === 'deactivated')) return false
    if (type !== '' && member.memberType !== type) return false
    if (team && !team.has(member.memberId)) return false
    const searched = `${nameOfMember(member)} ${member.email}`.toLocaleLowerCase()
    return words.every((word) => searched.includes(word))
  })
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
const comparisons: Record<MemberOrder, (left: Member, right: Member) => number> = {
  name: (left, right) => collator.compare(nameOfMember(left), nameOfMember(right)),
  type: (left, right) =>
    collator.compare(left.memberType, right.memberType) || collator.compare(nameOfMember(left), nameOfMember(right)),
  joined: (left, right) => left.createdAt.localeCompare(right.createdAt),
}

export function orderMembers(
  members: readonly Member[],
  { by, isDescending }: { by: MemberOrder; isDescending: boolean },
): Member[] {
  return [...members].sort((left, right) => (isDescending ? -1 : 1) * comparisons[by](left, right))
}
