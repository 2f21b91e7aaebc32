import actions from './actions.json' with { type: 'json' }
import { addWords } from './index.ts'

// These words come with the panel of actions on a selection.
addWords('actions', actions)
