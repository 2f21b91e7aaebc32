import formulas from './formulas.json' with { type: 'json' }
import { addWords } from './index.ts'

// These words come with the formula bar and the source picker, which only the editor has.
addWords('formulas', formulas)
