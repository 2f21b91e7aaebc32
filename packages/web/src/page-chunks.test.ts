import { expect, it } from 'vitest'
import { requireMainPages } from '../page-chunks.ts'

const pages = [
  '/app/packages/web/src/pages/Workbook.tsx',
  '/app/packages/web/src/pages/editor/index.ts',
  '/app/packages/web/src/pages/frame/Frame.tsx',
  '/app/packages/web/src/pages/home/index.ts',
  '/app/packages/web/src/pages/administration/index.ts',
  '/app/packages/web/src/pages/SignIn.tsx',
]

it('accepts the pages of the app', () => {
  expect(() => requireMainPages(pages)).not.toThrow()
})

it.each(pages.slice(0, 5))('stops the build when %s is no longer a page, and names it', (renamed) => {
  const others = pages.filter((page) => page !== renamed)
  expect(() => requireMainPages(others)).toThrow(renamed.replace('/app/packages/web', ''))
})
