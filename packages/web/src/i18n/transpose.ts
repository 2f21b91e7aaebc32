import { i18n } from './index.ts'
import transpose from './transpose.json' with { type: 'json' }

// These words come with the transpose editor.
i18n.addResourceBundle('en', 'transpose', transpose)
