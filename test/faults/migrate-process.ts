import { Secret } from '../../packages/server/src/config/index.ts'
import { createStore, type StoreOptions } from '../../packages/server/src/store/index.ts'
import { migrations } from '../../packages/server/src/store/migrations/index.ts'
import { settingsOfParent } from './settings-of-parent.ts'
import { upgrades } from './upgrades.ts'

/** An upgrade for tests that kill it. */
const { FAULTS_DATA = '', FAULTS_DATABASE_URL, FAULTS_MIGRATIONS } = await settingsOfParent()
const options: StoreOptions = {
  dataDir: FAULTS_DATA,
  databaseUrl: FAULTS_DATABASE_URL ? new Secret(FAULTS_DATABASE_URL) : null,
  migrations: [...migrations, ...upgrades(Number(FAULTS_MIGRATIONS), (index) => process.send?.({ index }))],
}
const store = await createStore(options)
await store.close()
process.send?.({ index: Number(FAULTS_MIGRATIONS) }, () => process.disconnect())
