import history from './history.json' with { type: 'json' }
import { i18n } from './index.ts'

// These words come with the history, not with the editor.
i18n.addResourceBundle('en', 'history', history)
