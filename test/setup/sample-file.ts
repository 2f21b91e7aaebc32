import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDuckdbConnector } from '../../packages/server/src/connectors/index.ts'
import { sampleStatements } from '../../packages/server/src/services/sample/sample-tables.ts'
import { hasChromium } from '../browser/chromium.ts'
import { sampleDate } from '../browser/sample-date.ts'

/** Builds the sample data once for all servers of a run. */
export default async function setup(): Promise<(() => void) | undefined> {
  if (!hasChromium) return
  const folder = mkdtempSync(join(tmpdir(), 'octavo-sample-'))
  const file = join(folder, 'sample.duckdb')
  const duckdb = createDuckdbConnector({ folders: [folder], spillFolder: null })
  await duckdb.build(file, sampleStatements(sampleDate), new AbortController().signal)
  await duckdb.close()
  // Workers inherit the environment.
  process.env.SAMPLE_FILE_OF_TESTS = file
  return () => rmSync(folder, { recursive: true, force: true })
}
