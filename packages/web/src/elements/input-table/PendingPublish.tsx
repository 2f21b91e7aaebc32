import type { WorkbookSpec } from '@octavo/core/contract'
import { type DataElement, documentOfFormN } from '@octavo/core/document'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { type DraftEditor, useEditorState } from '../../editor/index.ts'
import { Badge } from '../../forms/index.ts'
import { type InputMode, inputModeOf } from './input-modes.ts'

interface PendingPublishProps {
  editor: DraftEditor
  element: DataElement
  mode: InputMode
}

/** Says that rows are entered elsewhere until the draft is published. */
export function PendingPublish({ editor, element, mode }: PendingPublishProps) {
  const { t } = useTranslation('inputTables')
  const { workbookId } = editor
  const version = useEditorState(({ baseVersion }) => baseVersion)
  const { data: modes } = useQuery({
    queryKey: ['published input modes', workbookId, version],
    queryFn: async ({ signal }) => {
      const query = { form: 'nested' }
      const spec = await call<WorkbookSpec>(`/v2/workbooks/${workbookId}/spec`, { signal, query })
      return publishedModes(spec)
    },
  })
  const published = modes?.[element.id]
  if (modes === undefined || (published ?? 'edit') === mode) return null
  return (
    <span title={published && t('pendingPublishText', { mode: t(`mode.${published}`) })}>
      <Badge tone="warning">{t('pendingPublish')}</Badge>
    </span>
  )
}

function publishedModes(spec: WorkbookSpec): Record<string, InputMode> {
  const elements = Object.values(documentOfFormN(spec).elements)
  const tables = elements.filter(({ kind }) => kind === 'input-table')
  return Object.fromEntries(tables.map((table) => [table.id, inputModeOf(table)]))
}
