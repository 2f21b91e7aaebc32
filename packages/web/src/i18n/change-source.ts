import changeSource from './change-source.json' with { type: 'json' }
import { i18n } from './index.ts'

// These words come with the review of another source.
i18n.addResourceBundle('en', 'changeSource', changeSource)
