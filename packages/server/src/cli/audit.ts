import { parseArgs } from 'node:util'
import { type ChainReport, verifyChain } from '../audit/index.ts'
import { loadConfig, StartupError } from '../config/index.ts'
import { findSealedHash } from '../store/audit-log.ts'
import { createStore, planMigration, type Store } from '../store/index.ts'
import { listOrganizations } from '../store/organizations.ts'

const usage = 'octavo audit verify [--head <number>:<hash>]'

/**
 * `octavo audit verify`: reads the chain of audit events of every organization from its start, without the server. With
 * the `--head` that an earlier run printed it also detects a log whose end was cut off. Sets the exit code 1 when
 * events were changed or are missing.
 */
export async function run(args: string[]): Promise<void> {
  const head = headOf(args)
  const config = loadConfig(process.env)
  const options = { dataDir: config.dataDir, databaseUrl: config.databaseUrl }
  const { pending } = await planMigration(options)
  if (pending.length > 0) {
    throw new StartupError('The store has the shape of an older version.', 'Run octavo migrate first.')
  }
  const store = await createStore(options)
  try {
    const isWhole = await verifyAll(store)
    const isReached = head === null || (await reaches(store, head))
    if (head !== null && isReached) console.log(`The chain still has event ${head.number} of that head.`)
    if (head !== null && !isReached) {
      console.error(`No chain has event ${head.number} with that hash: it was changed, or the end was cut.`)
    }
    if (!isWhole || !isReached) process.exitCode = 1
  } finally {
    await store.close()
  }
}

interface Head {
  number: number
  hash: string
}

function headOf(args: string[]): Head | null {
  const notUnderstood = new StartupError('The command was not understood.', `Usage: ${usage}`)
  let read: { positionals: string[]; values: { head?: string } }
  try {
    read = parseArgs({ args, options: { head: { type: 'string' } }, allowPositionals: true })
  } catch {
    throw notUnderstood
  }
  const { positionals, values } = read
  if (positionals.join(' ') !== 'verify') throw notUnderstood
  if (values.head === undefined) return null
  const [, number, hash] = /^(\d+):([0-9a-f]{64})$/.exec(values.head) ?? []
  if (number === undefined || hash === undefined) throw notUnderstood
  return { number: Number(number), hash }
}

async function verifyAll(store: Store): Promise<boolean> {
  let isWhole = true
  for (const { id, name } of await listOrganizations(store.db)) {
    const report = await verifyChain(store, id)
    if (report.isWhole) console.log(whole(name, report))
    else console.error(broken(name, report))
    isWhole &&= report.isWhole
  }
  return isWhole
}

const whole = (name: string, { checked, head }: ChainReport): string =>
  `${name}: ${checked} events, none changed and none missing. Head ${head.number}:${head.hash}`

function broken(name: string, { checked, broken: place }: ChainReport): string {
  const what = place?.reason === 'missing' ? 'is missing' : 'was changed'
  return `${name}: event ${place?.number} ${what}. The ${checked} events before it are as they were written.`
}

async function reaches(store: Store, { number, hash }: Head): Promise<boolean> {
  for (const { id } of await listOrganizations(store.db)) {
    if ((await findSealedHash(store.db, id, number)) === hash) return true
  }
  return false
}
