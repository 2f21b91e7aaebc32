import { addWords } from './index.ts'
import looks from './looks.json' with { type: 'json' }

// These words come with the menu of a tile and what it opens.
addWords('looks', looks)
