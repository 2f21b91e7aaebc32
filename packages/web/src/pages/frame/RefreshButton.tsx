import { useTranslation } from 'react-i18next'
import { Button, RefreshCw } from '../../ui/index.ts'

interface RefreshButtonProps {
  query: { refetch: () => unknown; isFetching: boolean }
  className?: string
}

/** Reloads a list. */
export function RefreshButton({ query, className }: RefreshButtonProps) {
  const { t } = useTranslation('organization')
  return (
    <Button
      {...(className !== undefined && { className })}
      onClick={() => void query.refetch()}
      isBusy={query.isFetching}
    >
      <RefreshCw className="size-4" /> {t('queries.refresh')}
    </Button>
  )
}
