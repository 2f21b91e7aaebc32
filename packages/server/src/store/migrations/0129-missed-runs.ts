import { sql } from 'kysely'
import type { Migration } from './table.ts'

/** Due times that passed while the server was off are `missed`; older versions stored them as `skipped`, with this reason. */
export const missedRuns: Migration = {
  name: '0129-missed-runs',
  async up(tx) {
    await sql`
      update schedule_runs set state = 'missed'
      where state = 'skipped' and reason like 'The server was not running at this time.%'`.execute(tx)
  },
}
