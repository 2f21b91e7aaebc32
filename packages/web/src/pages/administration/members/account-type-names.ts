import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../../session.ts'
import { accountTypesQuery } from '../../data/people.ts'

const builtIn = ['View', 'Act', 'Analyze', 'Build']

/**
 * Names of account types: all of them, and those that the reader can assign. Only administrators can list them. Others
 * know the built-in ones, and cannot assign those that manage members.
 */
export function useAccountTypeNames(): { all: string[]; assignable: string[] } {
  const isAdmin = useSession()?.member.isAdmin ?? false
  const types = useQuery({ ...accountTypesQuery, enabled: isAdmin })
  if (isAdmin) {
    const all = types.data?.entries.map(({ accountTypeName }) => accountTypeName) ?? builtIn
    return { all, assignable: all }
  }
  return { all: [...builtIn, 'Admin'], assignable: builtIn.filter((name) => name !== 'Build') }
}
