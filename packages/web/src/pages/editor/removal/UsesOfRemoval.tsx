import {
  type ColumnUse,
  columnNames,
  columnsOf,
  type ElementUses,
  findElement,
  type WorkbookDocument,
} from '@octavo/core/document'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useActions } from '../actions-context.ts'
import { nameOfHolder } from '../editor-steps.ts'
import { KindIcon } from '../KindIcon.tsx'

/**
 * Lists by name what would be deleted too, whose formulas would break, what would no longer be filtered, and what would
 * lose a reference.
 */
export function UsesOfRemoval({ document, uses }: { document: WorkbookDocument; uses: ElementUses }) {
  const { t } = useTranslation('removal')
  const { readers, formulas, pointing, filtered, copies } = uses
  return (
    <div className="flex max-h-64 flex-col gap-3 overflow-auto scroll-quiet">
      <Uses title={t('readers', { count: readers.length })} document={document} uses={ofElements(readers)} />
      <Uses title={t('formulas', { count: formulas.length })} document={document} uses={formulas} />
      <Uses title={t('filtered', { count: filtered.length })} document={document} uses={ofElements(filtered)} />
      <Uses title={t('copies', { count: copies.length })} document={document} uses={ofElements(copies)} />
      <Uses title={t('pointing', { count: pointing.length })} document={document} uses={ofElements(pointing)} />
    </div>
  )
}

const ofElements = (ids: readonly string[]) => ids.map((elementId): ColumnUse => ({ elementId }))

interface UsesProps {
  title: string
  document: WorkbookDocument
  uses: readonly ColumnUse[]
}

function Uses({ title, document, uses }: UsesProps) {
  const actions = useActions()
  const id = useId()
  const holders = [...document.pages, ...document.overlays, ...document.panels]
  if (uses.length === 0) return null
  return (
    <div>
      <h3 id={id} className="pb-1 text-xs font-medium text-muted">
        {title}
      </h3>
      <ul aria-labelledby={id} className="flex flex-col">
        {uses.map(({ elementId, columnId }) => {
          const element = findElement(document, elementId)
          const column = columnId === undefined || !element ? undefined : columnNames(columnsOf(element)).get(columnId)
          const holder = holders.find(({ elementIds }) => elementIds.includes(elementId))
          // A modal or popover whose own actions lose an effect.
          const overlay = element ? undefined : holders.find(({ id }) => id === elementId)
          return (
            <li key={`${elementId} ${columnId}`} className="flex h-item items-center gap-2">
              <KindIcon kind={element?.kind ?? ''} className="shrink-0 text-muted" />
              <span className="min-w-0 grow truncate">
                {overlay ? nameOfHolder(overlay) : actions.nameOf(elementId)}
                {column !== undefined && <span className="text-muted"> / {column}</span>}
              </span>
              <span className="shrink-0 text-xs text-faint">{holder ? nameOfHolder(holder) : ''}</span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
