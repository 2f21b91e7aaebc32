import type { PageSize, ReportTheme } from '@octavo/core/contract'

// Repeated here, because the contract itself is too large for the pages that offer these choices.
export const paperSizes = [
  'letter',
  'legal',
  'tabloid',
  'a0',
  'a1',
  'a2',
  'a3',
  'a4',
] as const satisfies readonly PageSize[]

export const paperColors = ['light', 'dark'] as const satisfies readonly ReportTheme[]
