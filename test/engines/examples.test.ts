import { describe } from 'vitest'
import { describeExamples, describeRows } from '../../packages/core/src/formula/testing/describe-examples.ts'
import { languageRows } from '../../packages/core/src/formula/testing/language-rows.ts'
import { describeElementExamples } from '../golden/element-examples.ts'
import { flavourLabel } from '../setup/flavour.ts'
import { openMariadb, openPostgresServer, openTrino, whySkipped } from './servers.ts'

const [noMariadb, noPostgres, noTrino] = [whySkipped('mariadb'), whySkipped('postgres'), whySkipped('trino')]

describe.skipIf(noMariadb)(`${flavourLabel}${noMariadb ? ` (skipped: ${noMariadb})` : ''}`, () => {
  describeExamples(`a ${flavourLabel} server`, openMariadb)
  describeElementExamples(`a ${flavourLabel} server`, openMariadb)
  describeRows(`the language on a ${flavourLabel} server`, openMariadb, languageRows)
})

describe.skipIf(noPostgres)(`PostgreSQL${noPostgres ? ` (skipped: ${noPostgres})` : ''}`, () => {
  describeExamples('a PostgreSQL server', openPostgresServer)
  describeElementExamples('a PostgreSQL server', openPostgresServer)
  describeRows('the language on a PostgreSQL server', openPostgresServer, languageRows)
})

describe.skipIf(noTrino)(`Trino${noTrino ? ` (skipped: ${noTrino})` : ''}`, () => {
  describeExamples('a Trino server', openTrino)
  describeElementExamples('a Trino server', openTrino)
  describeRows('the language on a Trino server', openTrino, languageRows)
})
