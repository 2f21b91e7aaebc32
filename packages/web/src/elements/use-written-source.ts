import type { DocumentElement } from '@octavo/core/document'
import { useAddressProblem, useDynamicAddress } from './use-dynamic-text.ts'

/** The source of a picture with its address computed; undefined while there is none, with the reason. */
export function useWrittenSource(
  source: unknown,
  element: DocumentElement | undefined,
): { source: unknown; status: 'ready' | 'waiting' | 'failed'; problem: string | undefined } {
  const { kind, url } = (typeof source === 'object' && source !== null ? source : {}) as Record<string, unknown>
  const isAddress = kind === 'url' && typeof url === 'string'
  const address = useDynamicAddress(element, isAddress ? url : '')
  const problem = useAddressProblem()(address)
  if (!isAddress) return { source, status: 'ready', problem: undefined }
  const written = address.status === 'ready' ? { kind, url: address.address } : undefined
  return { source: written, status: address.status, problem }
}
