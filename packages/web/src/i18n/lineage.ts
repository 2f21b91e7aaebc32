import { addWords } from './index.ts'
import lineage from './lineage.json' with { type: 'json' }

// These words come with the lineage, not with the editor.
addWords('lineage', lineage)
