import { i18n } from './index.ts'
import inspectors from './inspectors.json' with { type: 'json' }

// The words of the panels come with the editor, not with a page.
i18n.addResourceBundle('en', 'inspectors', inspectors)
