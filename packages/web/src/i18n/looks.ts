import { i18n } from './index.ts'
import looks from './looks.json' with { type: 'json' }

// These words come with the menu of a tile and what it opens.
i18n.addResourceBundle('en', 'looks', looks)
