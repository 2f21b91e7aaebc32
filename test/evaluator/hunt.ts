import fc from 'fast-check'
import { openDuckDb, openPostgres } from '../golden/engines.ts'
import { openMariadbAt, openPostgresAt } from '../golden/server-engines.ts'
import { printWorkbook } from './print-workbook.ts'
import { returnsSameCells } from './property.ts'

const [from = '1', batches = '5', runs = '200', dialect = 'duckdb'] = process.argv.slice(2)
const engine = await open(dialect)
let cells = 0
let documents = 0
const started = Date.now()
for (let seed = Number(from); seed < Number(from) + Number(batches); seed++) {
  const result = await fc.check(
    returnsSameCells(engine, (count) => {
      documents += 1
      cells += count
    }),
    { seed, numRuns: Number(runs) },
  )
  if (result.failed && result.counterexample) {
    console.log(`=== seed ${seed} after ${result.numRuns} runs, ${result.numShrinks} shrinks`)
    console.log(printWorkbook(result.counterexample[0]))
    const error = result.errorInstance
    console.log(
      error instanceof Error
        ? error.constructor.name === 'Difference'
          ? error.message
          : error.stack?.slice(0, 1500)
        : String(error),
    )
  }
}
console.log({ documents, cells, seconds: (Date.now() - started) / 1000 })
await engine.close()

/** The engine by its name, or the server at an address. */
function open(engine: string) {
  if (engine.startsWith('mysql:')) return openMariadbAt(engine)
  if (engine.startsWith('postgres:')) return openPostgresAt(engine)
  return engine === 'duckdb' ? openDuckDb() : openPostgres()
}
