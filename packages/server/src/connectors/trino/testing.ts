/** The coordinator that `npm run test:engines` starts. */
export const trinoAddress = process.env.OCTAVO_TEST_TRINO

/** Why Trino is not available; null when it is. Part of the titles of skipped suites. */
export const whyNoTrino: string | null =
  trinoAddress === undefined ? 'npm run test:engines starts its server, where there are Java and Maven' : null

export const settingsOf = (url: string) => ({
  host: new URL(url).hostname,
  port: Number(new URL(url).port),
  user: 'reader',
})

interface Page {
  nextUri?: string
  data?: unknown[][]
  error?: { message: string }
}

/** Runs a statement as an administrator, without the guard, and returns its rows. */
export async function administer(text: string): Promise<unknown[][]> {
  const headers = { 'x-trino-user': 'administrator' }
  const read = async (response: Promise<Response>) => (await (await response).json()) as Page
  const rows: unknown[][] = []
  let page = await read(fetch(`${trinoAddress}/v1/statement`, { method: 'POST', headers, body: text }))
  for (;;) {
    if (page.error) throw new Error(page.error.message)
    rows.push(...(page.data ?? []))
    if (page.nextUri === undefined) return rows
    page = await read(fetch(page.nextUri, { headers }))
  }
}

/** Number of running statements that contain these words. */
export async function runningWith(words: string): Promise<number> {
  const rows = await administer(
    `SELECT query FROM system.runtime.queries WHERE query LIKE '%${words}%' AND query NOT LIKE '%runtime.queries%'
       AND state NOT IN ('FINISHED', 'FAILED')`,
  )
  return rows.length
}
