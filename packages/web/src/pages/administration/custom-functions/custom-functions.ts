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

/** The server's validation of a definition, run in the browser during typing. The formula language is loaded only for it. */
export function useDefinitionCheck(definition: Definition, others: readonly CustomFunction[]) {
  const { name, arguments: given, body } = useDeferredValue(definition)
  return useQuery({
    queryKey: ['custom-functions', 'check', name, given, body, others.map(({ customFunctionId }) => customFunctionId)],
    enabled: body.trim() !== '',
    gcTime: 0,
    placeholderData: (before) => before,
    queryFn: async () => {
      const { checkCustomFunction } = await loadPart(() => import('./check-definition.ts'))
      // A missing name is not an error while typing.
      const named = { name: name || 'Unnamed', description: '', arguments: given, body }
      return checkCustomFunction(named, others)
    },
  })
}
