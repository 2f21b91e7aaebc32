import { i18n } from './index.ts'
import maps from './maps.json' with { type: 'json' }

// These words come with the first map.
i18n.addResourceBundle('en', 'maps', maps)
