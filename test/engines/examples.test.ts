import { describe } from 'vitest'
import { describeExamples } from '../../packages/core/src/formula/testing/describe-examples.ts'
import { describeElementExamples } from '../golden/element-examples.ts'
import { openMariadb, openPostgresServer, whySkipped } from './servers.ts'

const [noMariadb, noPostgres] = [whySkipped('mariadb'), whySkipped('postgres')]

describe.skipIf(noMariadb)(`MariaDB${noMariadb ? ` (skipped: ${noMariadb})` : ''}`, () => {
  describeExamples('a MariaDB server', openMariadb)
  describeElementExamples('a MariaDB server', openMariadb)
})

describe.skipIf(noPostgres)(`PostgreSQL${noPostgres ? ` (skipped: ${noPostgres})` : ''}`, () => {
  describeExamples('a PostgreSQL server', openPostgresServer)
  describeElementExamples('a PostgreSQL server', openPostgresServer)
})
