import { computeSequenceValues } from '@octavo/core/contract'
import type { SequenceValues } from '../../services/sequences/sequence-values.ts'
import { handle, type Route } from '../handle.ts'

export const sequenceValueRoutes = ({ sequenceValues }: { sequenceValues: SequenceValues }): Route[] => [
  handle(computeSequenceValues, ({ viewer, params, query, body, request }) =>
    sequenceValues.compute(viewer, { ...params, ...body }, query, request.signal),
  ),
]
