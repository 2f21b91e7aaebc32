import type { ColumnDetails } from '@octavo/core/contract'
import { sameJson } from '@octavo/core/document'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { documentPath, selectionOf, useMaybeEditor, useOfPage } from '../../editor/index.ts'
import { explain } from '../../explain.ts'
import { ChoiceField, type ChoiceFieldProps, searchedText } from './ChoiceField.tsx'
import { type EntryKind, textOfCell } from './entry-values.ts'
import '../../i18n/input-tables.ts'

type Choices = NonNullable<ColumnDetails['choices']>

/** The most choices that are listed; a search finds the others. */
const most = 200

interface OfferedChoiceFieldProps extends Omit<ChoiceFieldProps, 'choices' | 'note'> {
  elementId: string
  columnId: string
  kind: EntryKind
}

/** The field of a cell whose choices are the values of another column, as the person sees it. */
export function OfferedChoiceField({ elementId, columnId, kind, ...field }: OfferedChoiceFieldProps) {
  const { t } = useTranslation('inputTables')
  const { data, error } = useOfferedChoices(elementId, columnId, searchedText(field))
  const choices = data?.values.map((value) => textOfCell(kind === 'multi-select' ? 'text' : kind, value)) ?? []
  const note = error
    ? explain(error).message
    : !data
      ? t('offered.loading')
      : data.hasMore
        ? t('offered.more')
        : undefined
  return <ChoiceField {...field} choices={choices} noMatch={data ? field.noMatch : ''} note={note} />
}

function useOfferedChoices(elementId: string, columnId: string, search: string) {
  const editor = useMaybeEditor()
  const { path, query } = useOfPage((page) => ({ path: documentPath(page), query: selectionOf(page) }), sameJson)
  return useQuery({
    queryKey: ['offeredChoices', path, query, elementId, columnId, search],
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: async ({ signal }): Promise<Choices> => {
      // The column may have got its choices a moment ago.
      await editor?.settled()
      const body = { columnId, choices: true, top: most, ...(search && { search }) }
      const { choices } = await call<ColumnDetails>(`${path}/elements/${encodeURIComponent(elementId)}/columnDetails`, {
        method: 'POST',
        query,
        body,
        signal,
      })
      return choices ?? { values: [], hasMore: false }
    },
  })
}
