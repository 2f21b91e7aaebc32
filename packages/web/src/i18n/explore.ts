import explore from './explore.json' with { type: 'json' }
import { i18n } from './index.ts'

// These words come with custom views and the history, not with a workbook.
i18n.addResourceBundle('en', 'explore', explore)
