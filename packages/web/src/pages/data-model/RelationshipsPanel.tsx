import {
  columnNames,
  columnsOf,
  type Relationship,
  type TableElement,
  type WorkbookDocument,
} from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { DataTable, Waypoints } from '../../forms/index.ts'
import { Message } from '../../ui/index.ts'
import { Card } from '../frame/Page.tsx'
import { ElementButton } from './ElementButton.tsx'
import { shownName } from './model-elements.ts'

interface RelationshipsPanelProps {
  content: WorkbookDocument
  element: TableElement
  onShow: (id: string) => void
}

/** The tables to which each row of this one is related, and the keys. */
export function RelationshipsPanel({ content, element, onShow }: RelationshipsPanelProps) {
  const { t } = useTranslation('models')
  const { relationships = [] } = element
  if (relationships.length === 0) {
    return (
      <Message icon={Waypoints} className="py-16" title={t('relationships.none')} text={t('relationships.noneText')} />
    )
  }
  const own = columnNames(element.columns)
  const keysOf = ({ targetElementId, keys }: Relationship) => {
    const target = content.elements[targetElementId]
    const names = columnNames(target ? columnsOf(target) : [])
    return keys
      .map(({ sourceColumnId, targetColumnId }) => {
        return `${own.get(sourceColumnId) ?? sourceColumnId} = ${names.get(targetColumnId) ?? targetColumnId}`
      })
      .join(', ')
  }
  return (
    <Card>
      <DataTable
        label={t('tabs.relationships')}
        rows={relationships}
        keyOf={({ id }) => id}
        nameOf={({ id, name }) => name ?? id}
        columns={[
          {
            id: 'name',
            label: t('columns.name'),
            className: 'truncate font-medium',
            cell: ({ id, name }) => <span title={name ?? id}>{name ?? id}</span>,
          },
          {
            id: 'target',
            label: t('relationships.target'),
            cell: ({ targetElementId }) => {
              const target = content.elements[targetElementId]
              const name = target ? shownName(target) : targetElementId
              return target ? <ElementButton name={name} onOpen={() => onShow(targetElementId)} /> : name
            },
          },
          {
            id: 'keys',
            label: t('relationships.keys'),
            className: 'hidden truncate text-muted md:table-cell',
            cell: (relationship) => <span title={keysOf(relationship)}>{keysOf(relationship)}</span>,
          },
          {
            id: 'description',
            label: t('columns.description'),
            className: 'hidden text-muted xl:table-cell',
            cell: ({ description }) => description ?? '',
          },
        ]}
      />
    </Card>
  )
}
