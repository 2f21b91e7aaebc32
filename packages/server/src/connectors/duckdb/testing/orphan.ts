/** A server that a test kills: starts an engine process, runs a statement, prints the process id and waits. */
import { createDuckdbConnector } from '../index.ts'

const [folder = '', path = '', text = ''] = process.argv.slice(2)
const connector = createDuckdbConnector({ folders: [folder], spillFolder: null })
const session = await connector.open({ path })
const { signal } = new AbortController()

async function run(statement: string): Promise<void> {
  const stream = await session.query({ text: statement, values: [] }, { timeoutMs: 60_000, maxRows: null }, signal)
  for await (const _ of stream.batches) {
    // The rows do not matter.
  }
}

void run(text)
// Work starts in the order of arrival.
await run('SELECT 1')
process.stdout.write(`${connector.engine.pid()}\n`)
setInterval(() => {}, 1000)
