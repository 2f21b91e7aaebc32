import type { TableElement } from '@octavo/core/document'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { documentPath, useEditor, useEditorState } from '../../editor/index.ts'
import { Remark } from '../../forms/index.ts'
import { DocumentUses } from '../data-model/DocumentUses.tsx'
import { versionQuery } from '../history/versions.ts'
import { BreakingList } from './BreakingList.tsx'
import { breakingQuery, removalsOf } from './breaking-changes.ts'

/** The documents that read a table, and which of them the changes of the draft break. */
export function UsesTab({ element }: { element: TableElement }) {
  const { t } = useTranslation('models')
  const editor = useEditor()
  const draft = useEditorState((state) => state.document)
  const version = useEditorState((state) => state.baseVersion)
  const published = useQuery(versionQuery(editor, version)).data
  const removals = useMemo(
    () => (published ? removalsOf(published, draft).filter(({ elementId }) => elementId === element.id) : []),
    [published, draft, element.id],
  )
  const { data: breaking = [] } = useQuery({ ...breakingQuery(editor, removals), enabled: removals.length > 0 })
  const isPublished = published === undefined || published.elements[element.id] !== undefined
  return (
    <div className="flex flex-col gap-6">
      {removals.length > 0 && breaking.length > 0 && (
        <section aria-labelledby="model-breaks" className="flex flex-col gap-2">
          <h3 id="model-breaks" className="text-base font-semibold">
            {t('edit.uses.breaks')}
          </h3>
          <Remark tone="warning">{t('edit.uses.breaksText')}</Remark>
          <BreakingList breaking={breaking} />
        </section>
      )}
      {isPublished ? (
        <DocumentUses path={`${documentPath(editor)}/uses`} elementId={element.id} />
      ) : (
        <p className="text-muted">{t('edit.uses.unpublished')}</p>
      )}
    </div>
  )
}
