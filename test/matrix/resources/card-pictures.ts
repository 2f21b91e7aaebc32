import { resource } from '../resource.ts'

export const cardPictures = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
getCardPicture                    404     404     404     204     204     204     204     204     204
`,
  notPublished: {
    getCardPicture: 'Lists show what a workbook looks like; nothing published has pictures of workbooks.',
  },
})
