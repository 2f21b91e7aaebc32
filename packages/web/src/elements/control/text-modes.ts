/** The ways to compare a text, as words of controls and filters name them. */
export const textModes = [
  'equals',
  'does-not-equal',
  'contains',
  'does-not-contain',
  'starts-with',
  'does-not-start-with',
  'ends-with',
  'does-not-end-with',
  'like',
  'not-like',
  'matches-regexp',
  'does-not-match-regexp',
] as const
