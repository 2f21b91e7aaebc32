import { addWords } from './index.ts'
import union from './union.json' with { type: 'json' }

// These words come with the union editor.
addWords('union', union)
