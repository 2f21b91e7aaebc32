import columns from './columns.json' with { type: 'json' }
import { addWords } from './index.ts'

// These words come with the menus of columns, which only the editor has.
addWords('columns', columns)
