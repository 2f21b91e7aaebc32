import { useTranslation } from 'react-i18next'
import type { BreakingRemoval } from './breaking-changes.ts'

/** Lists what is removed, and the documents that read it, with their elements. */
export function BreakingList({ breaking }: { breaking: readonly BreakingRemoval[] }) {
  const { t } = useTranslation('models')
  return (
    <ul className="flex flex-col gap-3">
      {breaking.map(({ elementId, table, part, uses }) => (
        <li key={`${elementId} ${part?.kind} ${part?.id}`} className="flex flex-col gap-1">
          <span className="font-medium">
            {part === undefined
              ? t('edit.uses.tableRemoved', { table })
              : t(`edit.uses.${wordOf(part)}`, { table, name: part.name })}
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

function wordOf({ kind, isChanged }: NonNullable<BreakingRemoval['part']>) {
  if (kind === 'column') return 'columnRemoved'
  if (kind === 'metric') return isChanged ? 'metricChanged' : 'metricRemoved'
  return isChanged ? 'relationshipChanged' : 'relationshipRemoved'
}
