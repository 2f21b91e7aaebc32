import {
  applySuggestion,
  type ColumnHolder,
  columnsOnShelf,
  isStandIn,
  shelvesOfKind,
  suggestionsFor,
} from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { newId, useEditor } from '../../editor/index.ts'
import { Button } from '../../ui/index.ts'
import { useShelfOptions } from './offered-columns.ts'

/** Ways to fill all shelves with one press, while there is no measure yet. */
export function Suggestions({ element }: { element: ColumnHolder }) {
  const { t } = useTranslation('inspectors')
  const editor = useEditor()
  const options = useShelfOptions(element)
  const isFilled = shelvesOfKind(element.kind).some(
    ({ id, role }) => role === 'measure' && columnsOnShelf(element, id).some((columnId) => !isStandIn(columnId)),
  )
  const suggestions = isFilled
    ? []
    : suggestionsFor(
        element.kind,
        options.filter(({ isAggregate, relationship }) => !isAggregate && relationship === undefined),
      )
  if (suggestions.length === 0) return null
  return (
    <div className="flex flex-wrap gap-1.5 border-b border-line px-4 py-3">
      <p className="w-full text-xs text-muted">{t('try')}</p>
      {suggestions.map((suggestion) => (
        <Button
          key={suggestion.name}
          isSmall
          onClick={() =>
            editor.apply(
              t('word.suggestion', { name: suggestion.name }),
              applySuggestion(editor.state.document, element.id, suggestion, newId),
            )
          }
        >
          {suggestion.name}
        </Button>
      ))}
    </div>
  )
}
