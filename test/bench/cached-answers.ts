import { exportFile } from './export-file.ts'
import { type HttpCall, send, summarize, throughput } from './measure.ts'

export interface CachedRate {
  title: string
  /** Requests per second: the median and the minimum of the turns. */
  median: number
  least: number
}

/** What else the server does at the same time. */
export interface Load {
  title: string
  once: (run: number) => Promise<unknown>
}

interface Place {
  url: string
  headers: Record<string, string>
  workbookId: string
  rows: number
  /** A workbook with many elements over all rows, and its document. */
  tiles: { workbookId: string; document: unknown }
}

export function loadsOf({ url, headers, workbookId, rows, tiles }: Place): Load[] {
  const call = (method: string, path: string, body: unknown): HttpCall => {
    return { method, url: `${url}${path}`, headers, body: JSON.stringify(body) }
  }
  return [
    {
      title: 'beside a CSV export of all rows',
      once: () => exportFile({ url, headers, workbookId, elementId: 'sales', type: 'csv', rows }),
    },
    {
      title: 'beside pages of 45 elements that are computed',
      once: (run) =>
        send(
          call('POST', `/v2/workbooks/${tiles.workbookId}/pages/tiles/data`, {
            controls: { Least: `min:${(run + 20) / 100}` },
          }),
        ),
    },
    {
      title: 'beside writes of a document of 45 elements',
      once: () => send(call('PUT', `/v2/workbooks/${tiles.workbookId}/spec`, tiles.document)),
    },
  ]
}

/** The rate of a cached response with 16 clients, alone and under each load, in turns, so that disturbances affect all of them equally. */
export async function cachedRates(cached: HttpCall, loads: readonly Load[], turns: number): Promise<CachedRate[]> {
  await send(cached)
  await throughput(16, 2000, cached)
  const ways = [{ title: 'alone', once: null }, ...loads]
  const rates = ways.map((): number[] => [])
  let run = 0
  for (let turn = 0; turn < turns; turn += 1) {
    for (const [at, { once }] of ways.entries()) {
      let isOver = false
      const busy = (async () => {
        while (once && !isOver) await once(run++)
      })()
      // The load is running when counting starts.
      if (once) await new Promise((begun) => setTimeout(begun, 300))
      rates[at]?.push(await throughput(16, 3000, cached))
      isOver = true
      await busy
    }
  }
  return ways.map(({ title }, at) => ({
    title,
    median: summarize(rates[at] ?? []).median,
    least: Math.min(...(rates[at] ?? [])),
  }))
}
