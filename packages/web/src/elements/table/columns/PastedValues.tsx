import { addFilters, type ColumnHolder } from '@octavo/core/document'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { newId, useEditor } from '../../../editor/index.ts'
import { Remark } from '../../../forms/index.ts'
import { Button } from '../../../ui/index.ts'
import { mostPasted } from './pasted-values.ts'
import { useColumnDetails } from './use-column-details.ts'

interface PastedValuesProps {
  element: ColumnHolder
  columnId: string
  values: readonly (string | number)[]
  onForget: () => void
}

/** How many of the pasted values the column has, and by name those that it has not. */
export function PastedValues({ element, columnId, values, onForget }: PastedValuesProps) {
  const { t } = useTranslation('columns')
  const editor = useEditor()
  const place = useRef<HTMLDivElement>(null)
  const filter = useRef(newId())
  const asked = values.slice(0, mostPasted)
  const edits = addFilters(editor.state.document, element.id, [
    { id: filter.current, columnId, kind: 'list', mode: 'include', values: [...asked] },
  ])
  const { data, error } = useColumnDetails(element.id, { columnId, top: mostPasted, edits })
  // The field that received the paste may be gone; Enter then submits from here.
  useEffect(() => place.current?.closest('form')?.querySelector<HTMLElement>('[type=submit]')?.focus(), [])
  const found = new Set((data?.column?.values ?? []).map(({ value }) => String(value)))
  const missing = data ? values.filter((value) => !found.has(String(value))) : []
  return (
    <div ref={place} className="flex flex-col items-start gap-2">
      {values.length > mostPasted && (
        <Remark tone="danger">{t('pasteTooMany', { count: values.length, most: mostPasted })}</Remark>
      )}
      {error && <Remark tone="danger">{error.message}</Remark>}
      <p role="status">
        {data ? t('pasteFound', { found: values.length - missing.length, count: values.length }) : t('loading')}
      </p>
      {missing.length > 0 && (
        <p className="max-h-32 overflow-y-auto text-warning">{t('pasteMissing', { values: missing.join(', ') })}</p>
      )}
      <Button isSmall onClick={onForget}>
        {t('pasteForget')}
      </Button>
    </div>
  )
}
