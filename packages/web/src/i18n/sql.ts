import { i18n } from './index.ts'
import sql from './sql.json' with { type: 'json' }

// These words come with the source picker and the SQL editor.
i18n.addResourceBundle('en', 'sql', sql)
