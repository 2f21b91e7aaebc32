import changeSource from './change-source.json' with { type: 'json' }
import { addWords } from './index.ts'

// These words come with the review of another source.
addWords('changeSource', changeSource)
