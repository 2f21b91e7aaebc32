import { i18n } from './index.ts'
import join from './join.json' with { type: 'json' }

// These words come with the join editor.
i18n.addResourceBundle('en', 'join', join)
