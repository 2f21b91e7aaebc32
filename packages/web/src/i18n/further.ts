import further from './further.json' with { type: 'json' }
import { addWords } from './index.ts'

// These words come with the first element of the kinds that most pages do without.
addWords('further', further)
