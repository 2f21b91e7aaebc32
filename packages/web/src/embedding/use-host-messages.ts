import { useEffect, useRef } from 'react'
import { type OpenPage, useReadPage } from '../editor/index.ts'
import { sendErrorToHost } from './embed-errors.ts'
import { type HostMessage, listenAsPage, sendToHost } from './host-channel.ts'
import { rememberSharingLinks } from './sharing-link.ts'
import { variablesOf, visibleControls } from './shown-values.ts'
import { reportSelection } from './use-host-events.ts'
import { EmbedRefusal, type useSavedViews } from './use-saved-views.ts'

export interface HostCommands {
  savedViews: Pick<ReturnType<typeof useSavedViews>, 'select' | 'create' | 'update' | 'remove'>
  /** Opens a dialog, or closes those that are open; does nothing without the right to it. */
  toggleModal: (modal: 'schedule' | 'export' | undefined) => void
  /** Goes to the reader's own view of the workbook, or back; does nothing without the right to it. */
  setMode: (mode: 'view' | 'explore') => void
}

/** Runs commands of the page around the embed. Failures are reported as `workbook:error`. */
export function useHostMessages(commands: HostCommands): void {
  const read = useReadPage()
  const present = useRef(commands)
  present.current = commands
  useEffect(
    () =>
      listenAsPage((message) => {
        void Promise.resolve()
          .then(() => carryOut(message, read(), present.current))
          .catch((error: unknown) => {
            if (error instanceof EmbedRefusal) sendToHost('workbook:error', { code: 'EINVAL', message: error.message })
            else sendErrorToHost(error)
          })
      }),
    [read],
  )
}

type Carrier = (message: HostMessage, page: OpenPage, commands: HostCommands) => void | Promise<void>

const carriers: Readonly<Record<string, Carrier>> = {
  'workbook:variables:update': ({ variables }, page) => {
    const known = visibleControls(page.document, page.pageIds)
    for (const [controlId, value] of Object.entries(recordOf(variables))) {
      if (known.has(controlId)) page.setControl(controlId, value === null ? undefined : String(value))
    }
  },
  'workbook:variables:list': (_message, page) =>
    sendToHost('workbook:variables:current', { variables: variablesOf(page) }),
  'workbook:bookmark:create': ({ name, isDefault, isShared }, _page, { savedViews }) => {
    if (typeof name !== 'string' || name.trim() === '') throw new EmbedRefusal('A bookmark needs a name')
    return savedViews.create({ name, isDefault: isDefault === true, isShared: isShared === true })
  },
  'workbook:bookmark:update': (_message, _page, { savedViews }) => savedViews.update(),
  'workbook:bookmark:delete': ({ bookmarkId }, _page, { savedViews }) => savedViews.remove(String(bookmarkId)),
  'workbook:bookmark:select': ({ bookmarkId }, _page, { savedViews }) =>
    savedViews.select(typeof bookmarkId === 'string' ? bookmarkId : null),
  'workbook:fullscreen:update': ({ nodeId }, { document, state }) => {
    const look = state.lookAt()
    if (typeof nodeId !== 'string' || (look?.kind === 'large' && look.elementId === nodeId)) {
      if (look?.kind === 'large') state.setLook(undefined)
    } else if (document.elements[nodeId]) state.setLook({ elementId: nodeId, kind: 'large' })
  },
  'workbook:selectednodeid:update': ({ selectedNodeId, nodeType }, page) => {
    if (typeof selectedNodeId !== 'string') return reportSelection(undefined, null)
    if (nodeType === 'page') {
      if (page.pageIds?.includes(selectedNodeId)) page.showPage(selectedNodeId)
    } else if (page.document.elements[selectedNodeId]) {
      page.showElement(selectedNodeId)
      reportSelection(selectedNodeId, 'element')
    }
  },
  'workbook:sharinglink:update': ({ sharingLink, sharingExplorationLink }) =>
    rememberSharingLinks({ sharingLink, sharingExplorationLink }),
  'workbook:modal:toggle': ({ modalType }, _page, { toggleModal }) =>
    toggleModal(modalType === 'schedule' || modalType === 'export' ? modalType : undefined),
  'workbook:mode:update': ({ mode }, _page, { setMode }) => {
    if (mode === 'view' || mode === 'explore') setMode(mode)
  },
}

function carryOut(message: HostMessage, page: OpenPage, commands: HostCommands): void | Promise<void> {
  return Object.hasOwn(carriers, message.type) ? carriers[message.type]?.(message, page, commands) : undefined
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
