import foot from './foot.json' with { type: 'json' }
import { addWords } from './index.ts'

// These words come with the bar at the foot of the editor.
addWords('foot', foot)
