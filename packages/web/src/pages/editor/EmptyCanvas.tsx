import { useTranslation } from 'react-i18next'
import { LayoutGrid, Table } from '../../forms/index.ts'
import { Button, Message } from '../../ui/index.ts'
import { useActions } from './actions-context.ts'

/** An empty page: what to do first, and a grid to drop things on. */
export function EmptyCanvas({ pageId }: { pageId: string }) {
  const { t } = useTranslation('editor')
  const actions = useActions()
  return (
    <div
      data-grid={pageId}
      className="page-grid relative min-h-[70vh] p-2.5"
      style={{ gridTemplateColumns: 'repeat(24, minmax(0, 1fr))' }}
    >
      <Message
        icon={LayoutGrid}
        className="absolute inset-0"
        title={t('empty.title')}
        text={t('empty.text')}
        actions={
          <Button
            look="primary"
            icon={Table}
            onClick={() => actions.add({ kind: 'table', fields: {}, name: t('kind.table') })}
          >
            {t('empty.table')}
          </Button>
        }
      />
    </div>
  )
}
