import explain from './explain.json' with { type: 'json' }
import { addWords } from './index.ts'

addWords('explain', explain)
