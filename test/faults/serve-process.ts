import { compose } from '../../packages/server/src/cli/compose.ts'
import { loadConfig } from '../../packages/server/src/config/index.ts'
import { createLog } from '../../packages/server/src/http/index.ts'
import { watchLoop } from './loop-watch.ts'
import { settingsOfParent } from './settings-of-parent.ts'

/**
 * `octavo serve` for tests that kill it: the same composition, which reports its address to its parent. Jobs of a killed process are
 * released sooner, because a test cannot wait half a minute for a lease to expire.
 */
const { FAULTS_LEASE_MS = '700', ...settings } = await settingsOfParent()
const config = loadConfig({ ...process.env, ...settings })
const leaseMs = Number(FAULTS_LEASE_MS)
const application = await compose({ config, log: createLog(config), version: 'test', leaseMs })
const { url } = await application.http.listen({ host: '127.0.0.1', port: 0 })
await application.worker.start()
application.startUpkeep()
watchLoop()
process.send?.({ url })
