import { expect, test } from 'vitest'
import { importCircles } from '../scripts/import-circles.ts'
import { longFunctions, serverSources } from '../scripts/long-functions.ts'

/**
 * Functions of the server with more than 60 lines, with how many: the list only gets shorter (`node scripts/long-functions.ts`
 * prints them). A table of data that a function returns does not count.
 */
const longerForNow: Readonly<Record<string, number>> = {
  'access/access.ts createAccess': 200,
  'cli/compose.ts compose': 157,
  'connectors/duckdb/engine-process.ts createEngineProcess': 124,
  'connectors/duckdb/index.ts createDuckdbConnector': 75,
  'connectors/duckdb/index.ts createSession': 67,
  'connectors/mysql/index.ts createSession': 207,
  'connectors/mysql/index.ts open': 99,
  'connectors/mysql/links.ts openLinks': 117,
  'connectors/mysql/row-flow.ts flowOf': 70,
  'connectors/postgres/index.ts createSession': 222,
  'connectors/postgres/index.ts open': 92,
  'services/backups/backups.ts makeBackup': 75,
  'store/attribute-values.ts valuesIn': 67,
  'store/store.ts storeOn': 126,
}

test('files of the server do not import each other in circles, types included', () => {
  expect(importCircles(serverSources)).toEqual([])
})

test('functions of the server are at most 60 lines long, but for those that wait to be split', () => {
  const grown = longFunctions(serverSources, 60).filter(({ place, lines }) => lines > (longerForNow[place] ?? 60))
  expect(grown, 'split the function; do not add it to the list').toEqual([])
})
