import { i18n } from './index.ts'
import union from './union.json' with { type: 'json' }

// These words come with the union editor.
i18n.addResourceBundle('en', 'union', union)
