import forms from './forms.json' with { type: 'json' }
import { addWords } from './index.ts'

// The words of form fields come with the fields, not with the first page.
addWords('forms', forms)
