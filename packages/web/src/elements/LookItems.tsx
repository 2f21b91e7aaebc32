import { findElement } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { type OpenPage, useMaybeEditor, useOpenPage } from '../editor/index.ts'
import {
  Download,
  FileCode,
  Maximize,
  MenuItem,
  MenuSeparator,
  notify,
  Picture,
  RefreshCw,
  Rows,
  Submenu,
} from '../ui/index.ts'
import { copyPicture, hasPicture } from './copy-picture.ts'
import {
  type ExportFormat,
  exportFormats,
  groupLevelsOf,
  useEmbedPicture,
  useExport,
  useFileExport,
} from './use-export.ts'
import '../i18n/looks.ts'

/** Not available when viewing as another member, without an account, or for custom views. */
export const hasStatement = ({ seenAs, isEmbed, view }: OpenPage): boolean =>
  !seenAs && !isEmbed && view?.exploreKey === undefined

/** They read published workbooks, in the name of who makes them. */
const mayMakeWebQueries = ({ isDataModel, isDraft, seenAs }: OpenPage): boolean => !isDataModel && !isDraft && !seenAs

/** Commands for any element with data, in the menu of its tile and of the canvas. */
export function LookItems({ elementId, name }: { elementId: string; name: string }) {
  const page = useOpenPage()
  const { t } = useTranslation(['translation', 'looks'])
  const isEditor = useMaybeEditor() !== undefined
  const startExport = useExport()
  const startFile = useFileExport()
  const drawOfEmbed = useEmbedPicture()
  const copyAsPng = () =>
    copyPicture(elementId).then(
      () => notify({ title: t('looks:items.pngCopied', { name }), tone: 'done' }),
      () => notify({ title: t('looks:items.pngNotCopied'), tone: 'danger' }),
    )
  const isGrouped = groupLevelsOf(findElement(page.document, elementId)).length > 0
  return (
    <>
      <MenuItem onSelect={() => page.state.setLook({ elementId, kind: 'large' })}>
        <Maximize aria-hidden /> {t('looks:items.maximize')}
      </MenuItem>
      {isEditor && (
        <MenuItem onSelect={() => page.state.setLook({ elementId, kind: 'rows' })}>
          <Rows aria-hidden /> {t('looks:items.underlying')}
        </MenuItem>
      )}
      <MenuItem onSelect={() => page.data.refresh([elementId])}>
        <RefreshCw aria-hidden /> {isEditor ? t('looks:items.refreshData') : t('looks:items.refresh')}
      </MenuItem>
      {(isEditor || page.canExport) && hasPicture(elementId) && (
        <MenuItem onSelect={copyAsPng}>
          <Picture aria-hidden /> {t('looks:items.copyPng')}
        </MenuItem>
      )}
      {hasStatement(page) && (
        <MenuItem onSelect={() => page.state.setLook({ elementId, kind: 'sql' })}>
          <FileCode aria-hidden /> {t('looks:items.showSql')}
        </MenuItem>
      )}
      {page.isEmbed && (
        <MenuItem onSelect={() => drawOfEmbed(page, name, elementId)}>
          <Download aria-hidden /> {t('looks:items.savePng')}
        </MenuItem>
      )}
      {page.canExport && (
        <>
          <MenuSeparator />
          <Submenu label={t('looks:items.export')} icon={<Download aria-hidden />}>
            {exportFormats.map((format: ExportFormat) => (
              <MenuItem
                key={format}
                onSelect={() =>
                  isGrouped
                    ? page.state.setLook({ elementId, kind: 'export', format })
                    : startExport(page, elementId, name, format)
                }
              >
                {t(`looks:items.exportAs.${format}`)}
              </MenuItem>
            ))}
            <MenuItem onSelect={() => page.state.setLook({ elementId, kind: 'pdf' })}>
              {t('looks:items.exportPdf')}
            </MenuItem>
            <MenuItem onSelect={() => startFile(page, name, { elementId, format: { type: 'png', scale: 2 } })}>
              {t('looks:items.exportPng')}
            </MenuItem>
            <MenuItem onSelect={() => page.state.setLook({ elementId, kind: 'export', format: 'csv' })}>
              {t('looks:items.exportPreview')}
            </MenuItem>
            {mayMakeWebQueries(page) && (
              <MenuItem onSelect={() => page.state.setLook({ elementId, kind: 'webQuery' })}>
                {t('looks:items.webQuery')}
              </MenuItem>
            )}
          </Submenu>
        </>
      )}
    </>
  )
}
