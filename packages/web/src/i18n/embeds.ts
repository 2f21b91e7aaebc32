import embeds from './embeds.json' with { type: 'json' }
import { addWords } from './index.ts'

// These words come with the dialog of embeds, not with a workbook.
addWords('embeds', embeds)
