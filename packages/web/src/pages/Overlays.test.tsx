// @vitest-environment happy-dom
import { readFormN } from '@octavo/core/document'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { openStart } from '../elements/testing/open-start.tsx'

afterEach(cleanup)

/** Opens an overlay, usually with a divider in it. */
async function opened(
  type: 'modal' | 'drawer' | 'popover',
  x: object | undefined,
  elements: object[] = [{ id: 'line', kind: 'divider' }],
) {
  const overlay = { id: 'o', type, name: 'Terms', elements, ...(x ? { x } : {}) }
  const page = { id: 'p', name: 'Page', elements: [] }
  const { document } = readFormN(
    type === 'popover'
      ? { schemaVersion: 1, pages: [page], x: { popovers: [overlay] } }
      : { schemaVersion: 1, pages: [page, overlay] },
  )
  render(openStart(document, { trigger: 'on-close', hostId: 'o', seen: [] }).drawn)
  const frame = await screen.findByRole('dialog', { name: 'Terms' }, { timeout: 30_000 })
  const content = frame.querySelector<HTMLElement>('.min-h-full')
  if (!content) throw new Error('The overlay has no content.')
  return { frame, content }
}

const types = ['modal', 'drawer', 'popover'] as const

it.each(
  types.flatMap((type) => [
    { type, color: '#0f172a', theme: 'dark' },
    { type, color: '#fef3c7', theme: 'light' },
  ]),
)('a $type with the color $color has it in frame and content, in the $theme theme', async ({ type, color, theme }) => {
  const { frame, content } = await opened(type, { backgroundColor: color })
  for (const part of [frame, content]) {
    expect(part.getAttribute('data-theme')).toBe(theme)
    expect(part.style.backgroundColor).toBe(color)
  }
})

it.each(types)('a %s without elements shows its color', async (type) => {
  const { content } = await opened(type, { backgroundColor: '#0f172a' }, [])
  expect(content.textContent).toBe('This page is empty')
  expect(content.getAttribute('data-theme')).toBe('dark')
  expect(content.style.backgroundColor).toBe('#0f172a')
})

it.each(types.flatMap((type) => [undefined, { backgroundColor: 'red; }' }].map((x) => ({ type, x }))))(
  'a $type with $x has the color of the app',
  async ({ type, x }) => {
    const { frame, content } = await opened(type, x)
    for (const part of [frame, content]) {
      expect(part.getAttribute('data-theme')).toBeNull()
      expect(part.style.backgroundColor).toBe('')
    }
  },
)
