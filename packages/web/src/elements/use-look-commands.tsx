import { findElement, shelvesOfKind } from '@octavo/core/document'
import { useTranslation } from 'react-i18next'
import { type OpenPage, useMaybeEditor, useOpenPage } from '../editor/index.ts'
import { CircleHelp, Download, FileCode, Maximize, notify, Picture, RefreshCw, Rows } from '../ui/index.ts'
import { copyPicture, hasPicture } from './copy-picture.ts'
import type { MenuCommand } from './MenuCommands.tsx'
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

/** Commands for any element with data: closer looks at it, and its exports. */
export function useLookCommands(elementId: string, name: string): { looks: MenuCommand[]; exports: MenuCommand[] } {
  return { looks: useLooks(elementId, name), exports: useExportCommands(elementId, name) }
}

const explainLabel = (kind: string) => (kind === 'pivot-table' ? 'items.explainPivot' : 'items.explainChart')

function useLooks(elementId: string, name: string): MenuCommand[] {
  const page = useOpenPage()
  const { t } = useTranslation('looks')
  const isEditor = useMaybeEditor() !== undefined
  const drawOfEmbed = useEmbedPicture()
  const copyAsPng = () =>
    copyPicture(elementId).then(
      () => notify({ title: t('items.pngCopied', { name }), tone: 'done' }),
      () => notify({ title: t('items.pngNotCopied'), tone: 'danger' }),
    )
  const kind = findElement(page.document, elementId)?.kind ?? ''
  const look = (kind: 'large' | 'rows' | 'sql' | 'explain') => () => page.state.setLook({ elementId, kind })
  const command = (id: string, label: string, icon: MenuCommand['icon'], run: () => void): MenuCommand[] => [
    { id, label, icon, run },
  ]
  return [
    ...command('maximize', t('items.maximize'), <Maximize aria-hidden />, look('large')),
    ...(isEditor ? command('rows', t('items.underlying'), <Rows aria-hidden />, look('rows')) : []),
    ...(shelvesOfKind(kind).length > 0
      ? command('explain', t(explainLabel(kind)), <CircleHelp aria-hidden />, look('explain'))
      : []),
    {
      id: 'refreshElement',
      label: isEditor ? t('items.refreshData') : t('items.refresh'),
      fullLabel: t('items.refreshElement', { name }),
      icon: <RefreshCw aria-hidden />,
      run: () => page.data.refresh([elementId]),
    },
    ...((isEditor || page.canExport) && hasPicture(elementId)
      ? command('copyPng', t('items.copyPng'), <Picture aria-hidden />, () => void copyAsPng())
      : []),
    ...(hasStatement(page) ? command('showSql', t('items.showSql'), <FileCode aria-hidden />, look('sql')) : []),
    ...(page.isEmbed
      ? command('savePng', t('items.savePng'), <Download aria-hidden />, () => drawOfEmbed(page, name, elementId))
      : []),
  ]
}

function useExportCommands(elementId: string, name: string): MenuCommand[] {
  const page = useOpenPage()
  const { t } = useTranslation('looks')
  const startExport = useExport()
  const startFile = useFileExport()
  if (!page.canExport) return []
  const isGrouped = groupLevelsOf(findElement(page.document, elementId)).length > 0
  const under = { label: t('items.export'), icon: <Download aria-hidden /> }
  const command = (id: string, label: string, run: () => void): MenuCommand => ({ id, label, run, under })
  const ask = (format: ExportFormat) => page.state.setLook({ elementId, kind: 'export', format })
  return [
    ...exportFormats.map((format) =>
      command(`export ${format}`, t(`items.exportAs.${format}`), () =>
        isGrouped ? ask(format) : startExport(page, elementId, name, format),
      ),
    ),
    command('export pdf', t('items.exportPdf'), () => page.state.setLook({ elementId, kind: 'pdf' })),
    command('export png', t('items.exportPng'), () =>
      startFile(page, name, { elementId, format: { type: 'png', scale: 2 } }),
    ),
    command('export preview', t('items.exportPreview'), () => ask('csv')),
    ...(mayMakeWebQueries(page)
      ? [command('webQuery', t('items.webQuery'), () => page.state.setLook({ elementId, kind: 'webQuery' }))]
      : []),
  ]
}
