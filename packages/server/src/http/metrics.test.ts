import { expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'

test('figures are read anew each time somebody asks', async () => {
  let late = 0
  const metrics = createMetrics({
    help: { octavo_jobs_late: 'Jobs that are late.' },
    read: async () => ({ octavo_jobs_late: late, octavo_unknown: 1 }),
  })
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
