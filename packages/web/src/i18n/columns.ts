import columns from './columns.json' with { type: 'json' }
import { i18n } from './index.ts'

// These words come with the menus of columns, which only the editor has.
i18n.addResourceBundle('en', 'columns', columns)
