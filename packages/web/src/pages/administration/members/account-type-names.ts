import type { Member } from '@octavo/core/contract'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../../session.ts'
import { accountTypesQuery } from '../../data/people.ts'

const builtIn = ['View', 'Act', 'Analyze', 'Build']

/**
 * Names of the account types that the reader may give. Only administrators may list them; to others the built-in ones
 * and those that members have are known.
 */
export function useAccountTypeNames(members: readonly Member[] = []): string[] {
  const isAdmin = useSession()?.member.isAdmin ?? false
  const types = useQuery({ ...accountTypesQuery, enabled: isAdmin })
  if (isAdmin) return types.data?.entries.map(({ accountTypeName }) => accountTypeName) ?? builtIn
  const others = members.map(({ memberType }) => memberType).filter((name) => name !== 'Admin')
  return [...new Set([...builtIn, ...others])]
}
