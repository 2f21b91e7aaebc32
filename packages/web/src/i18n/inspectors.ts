import { addWords } from './index.ts'
import inspectors from './inspectors.json' with { type: 'json' }

// The words of the panels come with the editor, not with a page.
addWords('inspectors', inspectors)
