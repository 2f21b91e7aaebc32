import { addWords } from './index.ts'
import materialization from './materialization.json' with { type: 'json' }

// These words come with the panel of materializations, not with a workbook.
addWords('materialization', materialization)
