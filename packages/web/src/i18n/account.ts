import account from './account.json' with { type: 'json' }
import { i18n } from './index.ts'

// These words come with the pages of passwords and of one's own account.
i18n.addResourceBundle('en', 'account', account)
