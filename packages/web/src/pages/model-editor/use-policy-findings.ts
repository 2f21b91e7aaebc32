import { type PolicyFinding, policyFindings } from '@octavo/core/document'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useEditorState } from '../../editor/index.ts'
import { attributesQuery } from '../administration/user-attributes/attributes.ts'

/** Warnings about the row policies of a table of the draft. Teams that the author cannot see are not checked. */
export function usePolicyFindings(elementId: string): PolicyFinding[] {
  const document = useEditorState((state) => state.document)
  const { data } = useQuery(attributesQuery)
  return useMemo(() => {
    const attributes = data ? new Set(data.entries.map(({ name }) => name)) : null
    return policyFindings(document, { attributes, teams: null }).filter((each) => each.elementId === elementId)
  }, [document, data, elementId])
}
