import connectors from './connectors.json' with { type: 'json' }
import { i18n } from './index.ts'

// These words come with the page of API connectors.
i18n.addResourceBundle('en', 'connectors', connectors)
