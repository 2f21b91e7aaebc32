import fc from 'fast-check'
import { openDuckDb, openPostgres } from '../golden/engines.ts'
import { check } from './check.ts'
import { printWorkbook } from './print-workbook.ts'
import { FEATURES, workbooks } from './random-workbook.ts'

const [from = '1', batches = '5', runs = '200', dialect = 'duckdb', features = ''] = process.argv.slice(2)
if (features) FEATURES.lookups = true
const engine = dialect === 'duckdb' ? await openDuckDb() : await openPostgres()
let cells = 0
let documents = 0
const started = Date.now()
for (let seed = Number(from); seed < Number(from) + Number(batches); seed++) {
  const result = await fc.check(
    fc.asyncProperty(workbooks, async (workbook) => {
      documents += 1
      cells += await check(engine, workbook)
    }),
    { seed, numRuns: Number(runs), interruptAfterTimeLimit: 120_000 },
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
