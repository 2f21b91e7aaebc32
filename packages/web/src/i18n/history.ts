import history from './history.json' with { type: 'json' }
import { addWords } from './index.ts'

// These words come with the history, not with the editor.
addWords('history', history)
