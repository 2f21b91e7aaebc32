import { addWords } from './index.ts'
import sql from './sql.json' with { type: 'json' }

// These words come with the source picker and the SQL editor.
addWords('sql', sql)
