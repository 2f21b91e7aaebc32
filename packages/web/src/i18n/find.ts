import find from './find.json' with { type: 'json' }
import { addWords } from './index.ts'

// These words come with the panel that finds and replaces, not with the editor.
addWords('find', find)
