import { elementKinds } from '@octavo/core/document'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

/** Without a panel: the chat of agents. */
const waiting = new Set(['chat'])

describe('the panel at the right', () => {
  let inspectors: typeof import('./inspectors.ts')
  beforeAll(async () => {
    // It looks for a page once, as it is loaded; other files of this process draw without one.
    await import('echarts/core')
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))
    vi.stubGlobal('localStorage', { getItem: () => null })
    vi.stubGlobal('document', { documentElement: { dataset: {} }, addEventListener: () => undefined })
    vi.stubGlobal('window', { addEventListener: () => undefined })
    inspectors = await import('./inspectors.ts')
  })
  afterAll(() => vi.unstubAllGlobals())

  it.each([...elementKinds.keys()])('of %s is there, but for kinds that wait', (kind) => {
    expect(inspectors.inspectorOf(kind) !== undefined).toBe(!waiting.has(kind))
  })

  it('of a KPI has no tab for actions, which it cannot start', () => {
    const tabs = inspectors.inspectorOf('kpi-chart')?.tabs.map(({ id }) => id)
    expect(tabs).toEqual(['properties', 'format', 'filters'])
  })
})
