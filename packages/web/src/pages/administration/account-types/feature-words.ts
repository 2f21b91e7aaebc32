import type { FeaturePermission } from '@octavo/core/access'

/** The order of the groups in the matrix. */
export const groups = [
  'documents',
  'export',
  'sharing',
  'data',
  'modelling',
  'write-back',
  'organization',
  'ai',
] as const

const abbreviations = new Map([
  ['csv', 'CSV'],
  ['sql', 'SQL'],
  ['ai', 'AI'],
  ['api', 'API'],
  ['google', 'Google'],
  ['sheets', 'Sheets'],
  ['drive', 'Drive'],
  ['slack', 'Slack'],
  ['microsoft', 'Microsoft'],
  ['python', 'Python'],
])

/** `edit-workbooks` as people read it. */
export function featureLabel(name: FeaturePermission): string {
  const [first = '', ...rest] = name
    .replace('worksheet', 'data-models')
    .split('-')
    .map((word) => abbreviations.get(word) ?? word)
  return [first.slice(0, 1).toUpperCase() + first.slice(1), ...rest].join(' ')
}
