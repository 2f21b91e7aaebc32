/** The triggers of actions, by their names in documents. */
export const actionTriggers = [
  'on-click',
  'on-select',
  'on-change',
  'on-context-menu',
  'on-primary-cta-click',
  'on-secondary-cta-click',
  'on-close',
] as const

export type ActionTrigger = (typeof actionTriggers)[number]
