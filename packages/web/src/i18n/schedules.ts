import { addWords } from './index.ts'
import schedules from './schedules.json' with { type: 'json' }

// These words come with the dialog of schedules, not with a workbook.
addWords('schedules', schedules)
