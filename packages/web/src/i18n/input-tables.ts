import { addWords } from './index.ts'
import inputTables from './input-tables.json' with { type: 'json' }

// These words come with the first input table.
addWords('inputTables', inputTables)
