import { i18n } from './index.ts'
import uploads from './uploads.json' with { type: 'json' }

// These words come with the dialog that uploads files.
i18n.addResourceBundle('en', 'uploads', uploads)
