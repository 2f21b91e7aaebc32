import connectors from './connectors.json' with { type: 'json' }
import { addWords } from './index.ts'

// These words come with the page of API connectors.
addWords('connectors', connectors)
