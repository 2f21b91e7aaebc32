import explore from './explore.json' with { type: 'json' }
import { addWords } from './index.ts'

// These words come with custom views and the history, not with a workbook.
addWords('explore', explore)
