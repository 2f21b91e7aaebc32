import { resource } from '../resource.ts'

export const elementStyles = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
getElementStyles                  200     200     200     200     200     200     200     -       -
setElementStyle                   200     200     200     200     200     200     200     -       -
`,
  ids: {
    kind: () => 'bar-chart',
  },
  requests: {
    setElementStyle: () => ({ body: { fields: { 'style.borderRadius': 'round' } } }),
  },
  notPublished: {
    getElementStyles:
      'What the editor keeps for a person beside documents is an operation, as everything that it does.',
    setElementStyle: 'Part of default styles.',
  },
})
