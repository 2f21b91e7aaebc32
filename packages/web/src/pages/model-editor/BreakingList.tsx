import { useTranslation } from 'react-i18next'
import type { BreakingRemoval } from './breaking-changes.ts'

/** What is removed, and the documents that read it, with their elements. */
export function BreakingList({ breaking }: { breaking: readonly BreakingRemoval[] }) {
  const { t } = useTranslation('models')
  return (
    <ul className="flex flex-col gap-3">
      {breaking.map(({ elementId, columnId, table, column, uses }) => (
        <li key={`${elementId} ${columnId}`} className="flex flex-col gap-1">
          <span className="font-medium">
            {column === undefined
              ? t('edit.uses.tableRemoved', { table })
              : t('edit.uses.columnRemoved', { table, column })}
          </span>
          <ul className="list-disc pl-5 text-muted">
            {uses.map(({ documentId, name, documentType, elements }) => (
              <li key={documentId}>
                {[
                  `${t(`lineage.documents.${documentType}`)} ${name}`,
                  elements.map(({ elementId: id, name: title }) => title ?? id).join(', '),
                ]
                  .filter(Boolean)
                  .join(': ')}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}
