import grids from './grids.json' with { type: 'json' }
import { i18n } from './index.ts'

// These words come with the grids of tables and pivot tables.
i18n.addResourceBundle('en', 'grids', grids)
