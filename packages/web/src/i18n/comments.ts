import comments from './comments.json' with { type: 'json' }
import { i18n } from './index.ts'

// These words come with the panel of comments, not with a workbook.
i18n.addResourceBundle('en', 'comments', comments)
