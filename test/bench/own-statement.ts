import type { DuckDBConnection } from '@duckdb/node-api'
import { type HttpCall, pair, send, summarize } from './measure.ts'

/** Medians of both ways, and of the steps that the responses list, in milliseconds. */
export interface OwnStatementTimes {
  engine: number
  api: number
  steps: Record<string, number>
}

/**
 * Compares an element requested with the API, bypassing the cache, with the same statement on the raw engine: the overhead of the product
 * over its own SQL, by step.
 */
export async function ownStatementBench(
  raw: DuckDBConnection,
  { sql, request, runs = 40 }: { sql: string; request: HttpCall; runs?: number },
): Promise<OwnStatementTimes> {
  const samples: Record<string, number>[] = []
  const [engine, api] = await pair(
    runs,
    8,
    async () => {
      const answer = await raw.runAndReadAll(sql)
      if (answer.currentRowCount === 0) throw new Error('The raw engine gave no row.')
    },
    async (run) => {
      const steps = stepsOf((await send(request)).text)
      if (run >= 0) samples.push(steps)
    },
  )
  const names = Object.keys(samples[0] ?? {})
  const steps = names.map((name) => [name, summarize(samples.map((sample) => sample[name] ?? 0)).median] as const)
  return { engine: engine.median, api: api.median, steps: Object.fromEntries(steps) }
}

function stepsOf(text: string): Record<string, number> {
  const done = text.split('\n').find((line) => line.includes('"event":"done"'))
  if (done === undefined) throw new Error(text.slice(0, 400))
  return (JSON.parse(done) as { steps: Record<string, number> }).steps
}
