import type { CellProblem } from '@octavo/core/document'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { problemText } from './refusals.ts'

/** Why a cell or row is refused, in the language of the interface. */
export function useProblemWords(): (problem: CellProblem) => string {
  const { t } = useTranslation('inputTables')
  return useMemo(() => (problem) => problemText(t, problem), [t])
}
