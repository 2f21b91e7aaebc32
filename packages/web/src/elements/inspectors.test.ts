import { elementKinds } from '@octavo/core/document'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

/** Kinds without a panel: the chat of agents. */
const waiting = new Set(['chat'])

describe('the panel at the right', () => {
  let inspectors: typeof import('./inspectors.ts')
  beforeAll(async () => {
    // The module checks for a page once, when it is loaded; other test files of this process render without one.
    await import('echarts/core')
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))
    vi.stubGlobal('localStorage', { getItem: () => null })
    vi.stubGlobal('document', { documentElement: { dataset: {} }, addEventListener: () => undefined })
    vi.stubGlobal('window', { addEventListener: () => undefined })
    inspectors = await import('./inspectors.ts')
  })
  afterAll(() => vi.unstubAllGlobals())

  it.each([...elementKinds.keys()])('exists for %s, except for kinds without a panel', (kind) => {
    expect(inspectors.inspectorOf(kind) !== undefined).toBe(!waiting.has(kind))
  })

  it('of a KPI has no tab for actions, because a KPI cannot start them', () => {
    const tabs = inspectors.inspectorOf('kpi-chart')?.tabs.map(({ id }) => id)
    expect(tabs).toEqual(['properties', 'format', 'filters'])
  })
})
