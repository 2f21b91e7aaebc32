import { i18n } from './index.ts'
import inputTables from './input-tables.json' with { type: 'json' }

// These words come with the first input table.
i18n.addResourceBundle('en', 'inputTables', inputTables)
