import { addWords } from './index.ts'
import organization from './organization.json' with { type: 'json' }

// The words of home and administration come with those pages, not with a workbook.
addWords('organization', organization)
