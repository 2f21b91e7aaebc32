import { addWords } from './index.ts'
import uploads from './uploads.json' with { type: 'json' }

// These words come with the dialog that uploads files.
addWords('uploads', uploads)
