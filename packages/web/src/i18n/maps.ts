import { addWords } from './index.ts'
import maps from './maps.json' with { type: 'json' }

// These words come with the first map.
addWords('maps', maps)
