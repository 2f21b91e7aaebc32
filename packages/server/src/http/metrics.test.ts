import { expect, test } from 'vitest'
import { createLoopDelay } from './loop-delay.ts'
import { createMetrics } from './metrics.ts'

test('metrics are read again for each request', async () => {
  let late = 0
  const metrics = createMetrics([
    {
      help: { octavo_jobs_late: 'Jobs that are late.' },
      read: async () => ({ octavo_jobs_late: late, octavo_unknown: 1 }),
    },
  ])
  expect(await metrics.render()).toMatch(/# HELP octavo_jobs_late Jobs that are late\.[\s\S]*\noctavo_jobs_late 0\n/)
  late = 7
  const text = await metrics.render()
  expect(text).toContain('\noctavo_jobs_late 7\n')
  expect(text).not.toContain('octavo_unknown')
})

test('requests are counted from the first one on, by operation and status', async () => {
  const metrics = createMetrics()
  metrics.note({ operation: 'whoami', status: 200, seconds: 0.01 })
  await metrics.render()
  metrics.note({ operation: 'whoami', status: 200, seconds: 0.01 })
  expect(await metrics.render()).toContain('octavo_http_request_seconds_count{operation="whoami",status="200"} 2')
})

test('the longest delay of the event loop is a metric', async () => {
  const delay = createLoopDelay()
  // The monitor starts to measure with its first sample.
  await new Promise((resolve) => setTimeout(resolve, 30))
  const until = performance.now() + 120
  while (performance.now() < until);
  await new Promise((resolve) => setTimeout(resolve, 30))
  const { octavo_event_loop_delay_max_seconds: seconds } = await delay.read()
  delay.stop()
  expect(seconds).toBeGreaterThan(0.1)
  expect(await createMetrics([delay]).render()).toMatch(/\noctavo_event_loop_delay_max_seconds 0\.\d+/)
})
