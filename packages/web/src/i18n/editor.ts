import type { ElementKind } from '@octavo/core/document'
import editor from './editor.json' with { type: 'json' }
import { addWords } from './index.ts'

editor.kind satisfies Record<ElementKind, string>

// These words come with the editor, which a reader never loads.
addWords('editor', editor)
