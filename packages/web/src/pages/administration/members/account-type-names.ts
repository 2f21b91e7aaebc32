import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../../session.ts'
import { accountTypesQuery } from '../../data/people.ts'

const builtIn = ['View', 'Act', 'Analyze', 'Build']

/**
 * Names of account types: all that there are, and those that the reader may give. Only administrators may list them; to
 * others the built-in ones are known, and those that manage members are not theirs to give.
 */
export function useAccountTypeNames(): { all: string[]; givable: string[] } {
  const isAdmin = useSession()?.member.isAdmin ?? false
  const types = useQuery({ ...accountTypesQuery, enabled: isAdmin })
  if (isAdmin) {
    const all = types.data?.entries.map(({ accountTypeName }) => accountTypeName) ?? builtIn
    return { all, givable: all }
  }
  return { all: [...builtIn, 'Admin'], givable: builtIn.filter((name) => name !== 'Build') }
}
