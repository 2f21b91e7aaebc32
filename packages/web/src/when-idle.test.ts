// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { whenIdle } from './when-idle.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('runs when the browser is idle, and not after it was cancelled', () => {
  const waiting = new Map<number, () => void>()
  vi.stubGlobal('requestIdleCallback', (run: () => void) => {
    waiting.set(waiting.size + 1, run)
    return waiting.size
  })
  vi.stubGlobal('cancelIdleCallback', (id: number) => waiting.delete(id))
  const ran: string[] = []
  whenIdle(() => ran.push('first'))
  whenIdle(() => ran.push('second'))()
  expect(ran).toEqual([])
  for (const run of waiting.values()) run()
  expect(ran).toEqual(['first'])
})

test('runs a moment later where the browser cannot say when it is idle', () => {
  vi.stubGlobal('requestIdleCallback', undefined)
  vi.useFakeTimers()
  const ran: string[] = []
  whenIdle(() => ran.push('first'))
  whenIdle(() => ran.push('second'))()
  vi.runAllTimers()
  expect(ran).toEqual(['first'])
})
