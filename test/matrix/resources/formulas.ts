import { post } from '../bodies.ts'
import { resource } from '../resource.ts'

export const formulas = resource({
  rights: `
# statuses:                       foreign guest   stranger view    explore edit    admin   archived tagged
checkFormula                      404     404     404     403     200     200     200     403     200
assistFormula                     404     404     404     403     200     200     200     403     200
`,
  objectOf: {
    checkFormula: 'document',
    assistFormula: 'document',
  },
  requests: {
    checkFormula: async (things) => ({
      body: { workbookId: await things.workbook(), elementId: 'orders', formula: '1 + 1' },
    }),
    assistFormula: async (things) => ({
      body: { workbookId: await things.workbook(), elementId: 'orders', formula: '1 +', position: 3 },
    }),
  },
  nested: {
    'workbook of a formula': async (_, things) => {
      const id = await things.workbook()
      return [id, post('/v2/formulas:check', { workbookId: id, elementId: 'orders', formula: '1' })]
    },
  },
  notPublished: {
    checkFormula: 'Types a formula before it is saved, for editors and for programs that write workbooks.',
    assistFormula: 'Completion and help while a formula is written.',
  },
})
