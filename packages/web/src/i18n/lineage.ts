import { i18n } from './index.ts'
import lineage from './lineage.json' with { type: 'json' }

// These words come with the lineage, not with the editor.
i18n.addResourceBundle('en', 'lineage', lineage)
