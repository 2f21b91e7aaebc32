import account from './account.json' with { type: 'json' }
import { addWords } from './index.ts'

// These words come with the pages of passwords and of one's own account.
addWords('account', account)
