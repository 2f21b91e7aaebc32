import type { CustomFunction } from '@octavo/core/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { loadPart } from '../../../load-part.ts'
import { listAll } from '../../data/list-all.ts'

export const customFunctionsQuery = queryOptions({
  queryKey: ['custom-functions'],
  queryFn: ({ signal }) => listAll<CustomFunction>('/v2/customFunctions', { signal }),
})

export type Definition = Pick<CustomFunction, 'name' | 'description' | 'arguments' | 'body'>

/** What the server would say of a definition, told while it is written. The language is loaded for it alone. */
export function useDefinitionCheck(definition: Definition, others: readonly CustomFunction[]) {
  const { name, arguments: given, body } = useDeferredValue(definition)
  return useQuery({
    queryKey: ['custom-functions', 'check', name, given, body, others.map(({ customFunctionId }) => customFunctionId)],
    enabled: body.trim() !== '',
    gcTime: 0,
    placeholderData: (before) => before,
    queryFn: async () => {
      const { checkCustomFunction } = await loadPart(() => import('@octavo/core/formula'))
      // A name that is not written yet is no mistake.
      const named = { name: name || 'Unnamed', description: '', arguments: given, body }
      return checkCustomFunction(named, others)
    },
  })
}
