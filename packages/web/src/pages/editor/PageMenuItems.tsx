import { useTranslation } from 'react-i18next'
import { useOpenPage } from '../../editor/index.ts'
import { useFileExport } from '../../elements/use-export.ts'
import { MenuItem, MenuSeparator, Submenu } from '../../ui/index.ts'
import { useActions } from './actions-context.ts'
import type { PageTabProps } from './page-tab-props.ts'
import { usePaste } from './use-paste.ts'
import '../../i18n/looks.ts'

/** What can be done with a page or an overlay, from its tab. */
export function PageMenuItems({
  page,
  index,
  count = 0,
  onRename,
  onLimit,
}: PageTabProps & { onRename: () => void; onLimit: () => void }) {
  const { t } = useTranslation('editor')
  const looks = useTranslation(['translation', 'looks']).t
  const actions = useActions()
  const pastePage = usePaste('page')
  const open = useOpenPage()
  const startFile = useFileExport()
  const isPage = index !== undefined
  const isHidden = 'visibility' in page && page.visibility === 'hidden'
  return (
    <>
      <MenuItem onSelect={onRename} shortcut="F2">
        {t('pageMenu.rename')}
      </MenuItem>
      {isPage && <MenuItem onSelect={() => actions.pages.duplicate(page.id)}>{t('pageMenu.duplicate')}</MenuItem>}
      {isPage && <MenuItem onSelect={() => void actions.pages.copy(page.id)}>{t('pageMenu.copy')}</MenuItem>}
      {isPage && <MenuItem onSelect={pastePage}>{t('pageMenu.paste')}</MenuItem>}
      {isPage && (
        <>
          {!actions.isView && (
            <>
              <MenuItem onSelect={() => actions.pages.setField(page.id, 'visibility', isHidden ? undefined : 'hidden')}>
                {isHidden ? t('pageMenu.unhide') : t('pageMenu.hide')}
              </MenuItem>
              <MenuItem onSelect={onLimit}>{t('pageMenu.visibility')}</MenuItem>
            </>
          )}
          <Submenu label={t('pageMenu.move')}>
            <MenuItem isDisabled={index === 0} onSelect={() => actions.pages.move(page.id, -1)}>
              {t('pageMenu.left')}
            </MenuItem>
            <MenuItem isDisabled={index === count - 1} onSelect={() => actions.pages.move(page.id, 1)}>
              {t('pageMenu.right')}
            </MenuItem>
          </Submenu>
        </>
      )}
      {open.canExport && (
        <Submenu label={looks('looks:items.export')}>
          <MenuItem onSelect={() => actions.openDialog('pagePdf', page.id)}>{looks('looks:items.exportPdf')}</MenuItem>
          <MenuItem onSelect={() => startFile(open, page.name, { pageId: page.id, format: { type: 'png', scale: 2 } })}>
            {looks('looks:items.exportPng')}
          </MenuItem>
          <MenuItem onSelect={() => startFile(open, page.name, { pageId: page.id, format: { type: 'xlsx' } })}>
            {looks('looks:items.exportAs.xlsx')}
          </MenuItem>
        </Submenu>
      )}
      <MenuSeparator />
      <MenuItem isDanger isDisabled={isPage && count === 1} onSelect={() => actions.pages.remove(page.id)}>
        {t('pageMenu.delete')}
      </MenuItem>
    </>
  )
}
