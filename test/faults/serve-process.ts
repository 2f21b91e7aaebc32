import { compose } from '../../packages/server/src/cli/compose.ts'
import { loadConfig } from '../../packages/server/src/config/index.ts'
import { createLog } from '../../packages/server/src/http/index.ts'

/**
 * `octavo serve` for tests that kill it: the same composition, which tells its parent where it listens. Jobs of a killed
 * process are given up sooner, because a test does not wait half a minute for a lease to run out.
 */
const config = loadConfig(process.env)
const application = await compose({ config, log: createLog(config), version: 'test', leaseMs: 700 })
const { url } = await application.http.listen({ host: '127.0.0.1', port: 0 })
await application.worker.start()
application.startUpkeep()
process.send?.({ url })
