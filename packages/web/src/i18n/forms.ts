import forms from './forms.json' with { type: 'json' }
import { i18n } from './index.ts'

// The words of form fields come with the fields, not with the first page.
i18n.addResourceBundle('en', 'forms', forms)
