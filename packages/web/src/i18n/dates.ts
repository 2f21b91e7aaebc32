import dates from './dates.json' with { type: 'json' }
import { i18n } from './index.ts'

// These words come with the first control of dates.
i18n.addResourceBundle('en', 'dates', dates)
