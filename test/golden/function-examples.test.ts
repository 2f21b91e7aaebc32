import { openDuckdb, openPostgres } from '../../packages/core/src/formula/testing/engines.ts'
import { describeElementExamples } from './element-examples.ts'

describeElementExamples('DuckDB', openDuckdb)
describeElementExamples('PostgreSQL', openPostgres)
