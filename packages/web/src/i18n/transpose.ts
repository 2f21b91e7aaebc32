import { addWords } from './index.ts'
import transpose from './transpose.json' with { type: 'json' }

// These words come with the transpose editor.
addWords('transpose', transpose)
