import codes from './codes.json' with { type: 'json' }
import { addWords } from './index.ts'

// Names of permissions and of events: they come with the pages of administration that list them.
addWords('codes', codes)
