import embedding from './embedding.json' with { type: 'json' }
import { addWords } from './index.ts'

// These words come with the menu of an embed, not with a workbook.
addWords('embedding', embedding)
