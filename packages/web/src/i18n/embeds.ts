import embeds from './embeds.json' with { type: 'json' }
import { i18n } from './index.ts'

// These words come with the dialog of embeds, not with a workbook.
i18n.addResourceBundle('en', 'embeds', embeds)
