import { addWords } from './index.ts'
import join from './join.json' with { type: 'json' }

// These words come with the join editor.
addWords('join', join)
