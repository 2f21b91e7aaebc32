import { resource } from '../resource.ts'

export const whoami = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
whoAmI                            200     200     200     200     200     200     200     -       -
`,
})
