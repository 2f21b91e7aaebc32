import find from './find.json' with { type: 'json' }
import { i18n } from './index.ts'

// These words come with the panel that finds and replaces, not with the editor.
i18n.addResourceBundle('en', 'find', find)
