import { expect, it } from 'vitest'
import { createStepRuns, type StepToRun } from './step-runs.ts'

it('a change of rows has the address of the server, for the link in a mail about stopped edits', async () => {
  const asked: unknown[] = []
  const unused = () => Promise.reject(new Error('The step changes rows only.'))
  const runs = createStepRuns({
    inputTables: { changeOnce: async (_: unknown, change: unknown) => asked.push(change) },
    apiCalls: { make: unused },
    actionExports: { send: unused },
    clock: { now: () => 0 },
    sendsPerMinute: 1,
  } as unknown as Parameters<typeof createStepRuns>[0])
  const effect = { effect: 'insert-rows', table: 'notes', values: {} }
  const step = {
    workbookId: 'w',
    traceId: 'run',
    step: 2,
    effect,
    withValues: async () => effect,
    sources: { element: () => ({ id: 'notes', kind: 'input-table', columns: [] }) },
    baseUrl: 'https://octavo.example',
  } as unknown as StepToRun
  await runs.run(step)
  expect(asked).toEqual([
    { workbookId: 'w', elementId: 'notes', change: { insert: [{}] }, once: 'sequence run 2', baseUrl: step.baseUrl },
  ])
})
