import dates from './dates.json' with { type: 'json' }
import { addWords } from './index.ts'

// These words come with the first control of dates.
addWords('dates', dates)
