import type { DataElement } from '@octavo/core/document'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOpenPage } from '../editor/index.ts'
import {
  buttonLook,
  classNames,
  Download,
  Ellipsis,
  FileCode,
  Menu,
  MenuItem,
  MenuSeparator,
  RefreshCw,
} from '../ui/index.ts'
import { useExport } from './use-export.ts'

const SqlDialog = lazy(async () => ({ default: (await import('./SqlDialog.tsx')).SqlDialog }))

/** What can be done with any element that has data. */
export function TileMenu({ element, name }: { element: DataElement; name: string }) {
  const { t } = useTranslation()
  const page = useOpenPage()
  const [isSqlOpen, setSqlOpen] = useState(false)
  const startExport = useExport()
  return (
    <>
      <Menu
        label={t('tile.menu', { name })}
        hasTooltip
        triggerClass={classNames(
          buttonLook('quiet', true, true),
          'opacity-0 transition-opacity group-hover/tile:opacity-100 focus-visible:opacity-100 data-popup-open:opacity-100 pointer-coarse:opacity-100',
        )}
        trigger={<Ellipsis className="size-4" aria-hidden />}
      >
        <MenuItem onSelect={() => page.data.refresh([element.id])}>
          <RefreshCw aria-hidden /> {t('tile.refresh')}
        </MenuItem>
        <MenuItem onSelect={() => setSqlOpen(true)}>
          <FileCode aria-hidden /> {t('tile.showSql')}
        </MenuItem>
        {page.canExport && (
          <>
            <MenuSeparator />
            <MenuItem onSelect={() => startExport(page, element.id, name, 'csv')}>
              <Download aria-hidden /> {t('tile.exportCsv')}
            </MenuItem>
            <MenuItem onSelect={() => startExport(page, element.id, name, 'json')}>
              <Download aria-hidden /> {t('tile.exportJson')}
            </MenuItem>
          </>
        )}
      </Menu>
      {isSqlOpen && (
        <Suspense>
          <SqlDialog elementId={element.id} name={name} onClose={() => setSqlOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
