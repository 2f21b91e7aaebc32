import { i18n } from './index.ts'
import materialization from './materialization.json' with { type: 'json' }

// These words come with the panel of materializations, not with a workbook.
i18n.addResourceBundle('en', 'materialization', materialization)
