import comments from './comments.json' with { type: 'json' }
import { addWords } from './index.ts'

// These words come with the panel of comments, not with a workbook.
addWords('comments', comments)
