import actions from './actions.json' with { type: 'json' }
import { i18n } from './index.ts'

// These words come with the panel of actions on a selection.
i18n.addResourceBundle('en', 'actions', actions)
