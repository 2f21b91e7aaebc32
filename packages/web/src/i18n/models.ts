import { addWords } from './index.ts'
import models from './models.json' with { type: 'json' }

// These words come with the page of a data model, not with a workbook.
addWords('models', models)
