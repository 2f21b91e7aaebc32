// @vitest-environment happy-dom

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

/** A media query as in Chromium: there is no event for a change that was already seen by reading `matches`. */
function chromiumMedia() {
  let value = true
  let seen = value
  const listeners = new Set<(event: { matches: boolean }) => void>()
  return {
    list: {
      get matches() {
        seen = value
        return value
      },
      addEventListener: (_: string, listener: (event: { matches: boolean }) => void) => listeners.add(listener),
      removeEventListener: (_: string, listener: (event: { matches: boolean }) => void) => listeners.delete(listener),
    },
    change(next: boolean) {
      value = next
    },
    /** The browser sends events after it has handled a resize. */
    sendEvents() {
      if (seen === value) return
      seen = value
      for (const listener of listeners) listener({ matches: value })
    },
  }
}

beforeEach(() => {
  localStorage.clear()
  vi.resetModules()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('shows the page and its charts in one theme, when a resize renders before the event of the system arrives', async () => {
  const media = chromiumMedia()
  vi.stubGlobal('matchMedia', () => media.list)
  const { useTheme } = await import('./theme.ts')
  const Chart = () => <output>{useTheme()}</output>
  const { rerender } = render(<Chart />)
  const themes = () => [document.documentElement.dataset.theme, screen.getByRole('status').textContent]
  expect(themes()).toEqual(['dark', 'dark'])
  media.change(false)
  rerender(<Chart key="resized" />)
  expect(new Set(themes()).size).toBe(1)
  act(() => media.sendEvents())
  expect(themes()).toEqual(['light', 'light'])
})

it('is the only reader of media queries that change while the app runs', () => {
  const root = import.meta.dirname
  const readers = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .filter((file) => /matchMedia\([^)]*\)?'\)(?!\.matches)/.test(readFileSync(join(root, file), 'utf8')))
  expect(readers).toEqual([])
})
