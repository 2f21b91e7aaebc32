import { addWords } from './index.ts'
import removal from './removal.json' with { type: 'json' }

// These words come with the question before something is deleted that others read.
addWords('removal', removal)
