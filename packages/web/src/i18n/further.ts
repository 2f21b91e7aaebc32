import further from './further.json' with { type: 'json' }
import { i18n } from './index.ts'

// These words come with the first element of the kinds that most pages do without.
i18n.addResourceBundle('en', 'further', further)
