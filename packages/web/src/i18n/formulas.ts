import formulas from './formulas.json' with { type: 'json' }
import { i18n } from './index.ts'

// These words come with the formula bar and the source picker, which only the editor has.
i18n.addResourceBundle('en', 'formulas', formulas)
