import type { FileEntry } from '@octavo/core/contract'
import { elementLabel, isDataElement, type WorkbookDocument } from '@octavo/core/document'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useMemo, useState, useSyncExternalStore } from 'react'
import { type OpenPage, OpenPageProvider, useOpenPage, visiblePages } from '../editor/index.ts'
import { useFileExport, type WantedFile } from '../elements/use-export.ts'
import { embedLanguage, embedParameters, hasHost, isEmbedded } from '../embedded.ts'
import { PartAlone } from '../embedding/PartAlone.tsx'
import { PartGone } from '../embedding/PartGone.tsx'
import { partOfWorkbook, type WorkbookPart } from '../embedding/part-of-workbook.ts'
import { parseRawSearch, writeRawSearch } from '../raw-search.ts'
import { mayExport, readerOf, useSession } from '../session.ts'
import { lazyPart } from '../ui/index.ts'
import { entryModes } from './entry-modes.ts'
import { MissingSourcesBanner } from './MissingSourcesBanner.tsx'
import { PageTabs } from './PageTabs.tsx'
import { PageWithPanels } from './PageWithPanels.tsx'
import { ReaderActions, ReaderTitle } from './ReaderHeader.tsx'
import { Shell } from './Shell.tsx'
import type { ShownView } from './shown-view.ts'
import { useExplore } from './use-explore.ts'
import { useIsNarrow } from './use-is-narrow.ts'
import { useReaderPage } from './use-reader-page.ts'
import { customViewKey, savedViewKey } from './view-address.ts'
import type { WorkbookDialog } from './workbook-dialog.ts'

interface OpenWorkbookProps {
  workbookId: string
  name: string
  document: WorkbookDocument
  /** The version shown. */
  version: number
  canEdit: boolean
  view: ShownView | undefined
  isViewGone: boolean
  /** The workbook as a file; absent where it could not be read. */
  file: FileEntry | undefined
  /** The tag of the version that is shown, where the address names one. */
  tag?: string | undefined
  /** The page or element that is shown alone. */
  part?: WorkbookPart | undefined
}

/** Most workbooks are shown as they are published. */
const ViewBanner = lazyPart(async () => ({ default: (await import('./ViewBanner.tsx')).ViewBanner }))

/** Overlays come with the first click that opens one. */
const Overlays = lazyPart(async () => ({ default: (await import('./Overlays.tsx')).Overlays }))

/** Parts that only embeds show, loaded only there. */
const WorkbookEmbedBar = lazyPart(async () => ({
  default: (await import('../embedding/WorkbookEmbed.tsx')).WorkbookEmbedBar,
}))
const WorkbookEmbedBridge = lazyPart(async () => ({
  default: (await import('../embedding/WorkbookEmbed.tsx')).WorkbookEmbedBridge,
}))

/** Its keys work once the page is rendered. */
const KeyPalette = lazyPart(async () => ({ default: (await import('./frame/KeyPalette.tsx')).KeyPalette }))

/** Dialogs are loaded with the first of them. */
const WorkbookDialogs = lazyPart(async () => ({
  default: (await import('./WorkbookDialogs.tsx')).WorkbookDialogs,
}))
const ExportDialog = lazyPart(async () => ({ default: (await import('../elements/ExportDialog.tsx')).ExportDialog }))

/** A workbook on screen: tabs of its pages, and the page that the address names. */
export function OpenWorkbook(props: OpenWorkbookProps) {
  const { workbookId, name, version, view, isViewGone, canEdit, file, tag } = props
  const isNarrow = useIsNarrow()
  // A mail about a comment links here, with the comment in the address.
  const [dialog, setDialog] = useState<WorkbookDialog | undefined>(() =>
    parseRawSearch(location.search)[':comment'] === undefined ? undefined : 'comments',
  )
  const session = useSession()
  const { document, pages } = useShownPart(props, session)
  const canExport = mayExport(session)
  const maySaveTemplate =
    file?.type === 'workbook' &&
    session !== null &&
    !session.viewAs &&
    (session.member.isAdmin || session.member.permissions.includes('edit-workbooks'))
  const exportFile = useFileExport()
  const mayCustomize =
    session !== null && (session.member.isAdmin || session.member.permissions.includes('full-explore'))
  const explore = useExplore({ workbookId, document, version, view, file })
  const entersRows = entryModes(session, { isDraft: false, mayExplore: explore !== undefined })
  const navigate = useNavigate()
  const { page, open, showPage, hasOverlay, isBusy } = useReaderPage({
    workbookId,
    document,
    pages,
    isPart: props.part?.type === 'element',
    language: isEmbedded ? embedLanguage : undefined,
    view,
    zone: session?.organization.zone ?? 'UTC',
    canExport,
    contentHosts: session?.organization.contentHosts,
    explore,
    copiesOneCell: session?.organization.bulkCopy === false,
    entersRows,
  })
  const updatedAt = useUpdatedAt(isBusy)

  const closeView = () => {
    const { [customViewKey]: _custom, [savedViewKey]: _saved, ...rest } = parseRawSearch(location.search)
    // The empty name is the published version, also where another view is the default.
    const next = view?.name === undefined ? rest : { ...rest, [savedViewKey]: '' }
    void navigate({ href: `${location.pathname}${writeRawSearch(next)}` })
  }

  if (pages.length === 0 && props.part) return <PartGone />
  if (!page || !open) return null
  const viewed = { workbookId, version, view, tag, document: props.document }
  const embed = {
    ...{ ...viewed, name, file, canEdit, page, canExport },
    mayExplore: explore !== undefined,
    isPart: props.part !== undefined,
    onDialog: setDialog,
  }
  return (
    <Shell
      bar={
        isEmbedded && (
          <OpenPageProvider value={open}>
            <Suspense fallback={<div className="h-10 shrink-0" />}>
              <WorkbookEmbedBar {...embed} />
            </Suspense>
          </OpenPageProvider>
        )
      }
      isReady={updatedAt !== undefined}
      title={<ReaderTitle name={name} file={file} />}
      actions={
        <ReaderActions
          name={name}
          file={file}
          canEdit={canEdit}
          customize={explore && mayCustomize ? { exploreKey: view?.query.exploreKey, pageId: page.id } : undefined}
          paused={canEdit && hasActions(document) ? open : undefined}
          views={
            session && !session.viewAs && !isEmbedded
              ? {
                  ...viewed,
                  open,
                  canEdit,
                  onSave: () => setDialog('saveView'),
                  onDelete: () => setDialog('deleteView'),
                }
              : undefined
          }
          isBusy={isBusy}
          updatedAt={updatedAt}
          onRefresh={() => {
            open.state.paused.setAll(false)
            open.data.refresh()
          }}
          onShare={() => setDialog('share')}
          onSchedule={() => setDialog('schedule')}
          onSend={() => setDialog('send')}
          onComments={() => setDialog('comments')}
          onSaveTemplate={maySaveTemplate ? () => setDialog('template') : undefined}
          exports={canExport ? exportsOf(open, page) : []}
          onPdf={canExport ? () => setDialog('pdf') : undefined}
          onPng={canExport ? () => exportFile(open, page.name, pageAsPng(page.id)) : undefined}
        />
      }
      banner={
        <>
          {(view || isViewGone) && (
            <Suspense>
              <ViewBanner
                shown={{ view, isViewGone }}
                canEdit={canEdit}
                onDialog={session?.viewAs ? undefined : setDialog}
                onClose={closeView}
              />
            </Suspense>
          )}
          <MissingSourcesBanner documentId={workbookId} />
        </>
      }
      below={
        pages.length > 1 && !areTabsHidden(document) && <PageTabs pages={pages} shownId={page.id} onShow={showPage} />
      }
    >
      <OpenPageProvider value={open}>
        {props.part?.type === 'element' && !embedParameters.hasResponsiveHeight ? (
          <PartAlone page={page} isNarrow={isNarrow} />
        ) : (
          <PageWithPanels page={page} isNarrow={isNarrow} />
        )}
        {hasHost && isEmbedded && (
          <Suspense>
            <WorkbookEmbedBridge {...embed} isBusy={isBusy} />
          </Suspense>
        )}
        {hasOverlay && (
          <Suspense>
            <Overlays />
          </Suspense>
        )}
        <OpenExport />
        {dialog && (
          <Suspense>
            <WorkbookDialogs
              dialog={dialog}
              name={name}
              page={page}
              viewed={viewed}
              file={file}
              canEdit={canEdit}
              onClose={() => setDialog(undefined)}
            />
          </Suspense>
        )}
      </OpenPageProvider>
      {updatedAt !== undefined && (
        <Suspense>
          <KeyPalette />
        </Suspense>
      )}
    </Shell>
  )
}

/** The document reduced to what the address shows, and its pages that the reader can see. */
function useShownPart({ document, canEdit, part }: OpenWorkbookProps, session: ReturnType<typeof useSession>) {
  const pages = visiblePages(document, readerOf(session, canEdit))
  const pageKeys = pages.map(({ id }) => id).join(' ')
  const { type, id } = part ?? {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pages are the same while their ids are
  return useMemo(() => {
    if (type === undefined || id === undefined) return { document, pages }
    return partOfWorkbook(document, pages, { type, id }) ?? { document, pages: [] }
  }, [document, pageKeys, type, id])
}

/** When the last response ended; undefined before the first one has ended. */
function useUpdatedAt(isBusy: boolean): string | undefined {
  const [state, setState] = useState<{ isBusy: boolean; at: string | undefined }>({ isBusy: false, at: undefined })
  if (state.isBusy !== isBusy) setState({ isBusy, at: isBusy ? state.at : new Date().toISOString() })
  return state.at
}

/** The options of an export requested in the bar or in the menu of an element. */
function OpenExport() {
  const { state } = useOpenPage()
  const look = useSyncExternalStore(state.subscribe, state.lookAt)
  if (look?.kind !== 'export') return null
  return (
    <Suspense>
      <ExportDialog elementId={look.elementId} format={look.format} onClose={() => state.setLook(undefined)} />
    </Suspense>
  )
}

/** A longer menu would be unreadable; every element has the same action in its own menu. */
const mostExports = 12

/** The page that is open, with two pixels for each of the screen. */
const pageAsPng = (pageId: string): WantedFile => ({ pageId, format: { type: 'png', scale: 2 } })

/** The elements of a page whose rows can be exported. */
function exportsOf(open: OpenPage, page: { elementIds: readonly string[] }) {
  return page.elementIds
    .map((id) => open.document.elements[id])
    .filter((element) => element !== undefined && isDataElement(element))
    .slice(0, mostExports)
    .map((element) => ({
      id: element.id,
      name: elementLabel(element),
      run: () => open.state.setLook({ elementId: element.id, kind: 'export', format: 'csv' }),
    }))
}

const hasActions = ({ elements, overlays }: WorkbookDocument): boolean =>
  [...Object.values(elements), ...overlays].some(({ actions }) => Array.isArray(actions) && actions.length > 0)

/** The author has hidden the tabs: only buttons and links lead from page to page. */
const areTabsHidden = ({ settings }: WorkbookDocument): boolean => settings.navigation?.pageTabsInViewMode === 'hidden'
