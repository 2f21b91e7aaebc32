import { stepsOf, variableOf } from '@octavo/core/document'
import { createContext, useContext } from 'react'
import type { Effect } from '../effect.ts'
import type { SequenceNames } from './action-scope.ts'

/** The names of the sequence that formulas of a step can use. */
export const SequenceNamesContext = createContext<SequenceNames>({ results: [], hasError: false })

export const useSequenceNames = (): SequenceNames => useContext(SequenceNamesContext)

/** The names that are known after the given steps. */
export const namesAfter = (known: SequenceNames, steps: readonly Effect[]): SequenceNames => ({
  ...known,
  results: [...known.results, ...stepsOf(steps).flatMap((step) => variableOf(step) ?? [])],
})
