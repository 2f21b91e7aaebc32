import errors from './errors.json' with { type: 'json' }
import { addWords } from './index.ts'

// These words come with the first refusal of the server that is shown in a language other than English.
addWords('errors', errors)
