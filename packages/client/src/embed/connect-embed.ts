/** A value in an event of an embed: of a cell, of a control, of an action. */
export type EmbedValue = string | number | boolean | null | readonly EmbedValue[]

type Values = Readonly<Record<string, EmbedValue>>
type Variables = Readonly<Record<string, string>>

/** A selected cell of a table. */
export interface EmbedTableCell {
  cellType: 'valueCell' | 'columnHeader'
  value: EmbedValue
  columnName: string
  underlyingData?: { rows: readonly Values[]; isTruncated: boolean; length: number }
}

/** A clicked cell or header of a pivot table. */
export interface EmbedPivotCell {
  cellType: 'valueCell' | 'rowHeader' | 'columnHeader' | 'total'
  value: EmbedValue
  columnName: string | null
  rowPath: readonly { name: string; value: EmbedValue }[] | null
  columnPath: readonly { name: string; value: EmbedValue }[] | null
}

interface BookmarkEvent {
  workbookId: string
  versionTagName: string | null
  bookmarkId: string | null
  bookmarkName?: string | null
}

/** The events of an embed with their fields. */
export interface EmbedEvents {
  'workbook:loaded': { workbook: { variables: Variables } }
  'workbook:dataloaded': object
  'workbook:error': { code: string; message?: string }
  'workbook:chart:error': { nodeId: string; code: string; message?: string }
  'workbook:variables:onchange': { workbook: { variables: Variables } }
  'workbook:variables:current': { variables: Variables }
  'workbook:table:oncellselect': { nodeId: string; title: string; cells: readonly EmbedTableCell[] }
  'workbook:pivottable:oncellselect': { nodeId: string; title: string; cells: readonly EmbedPivotCell[] }
  'workbook:chart:onvalueselect': { nodeId: string; title: string; values: readonly Values[] }
  'workbook:fullscreen:onchange': { fullScreen: boolean }
  'workbook:pageheight:onchange': { pageHeight: number }
  'workbook:selectednodeid:onchange': { selectedNodeId: string | null; nodeType: 'element' | 'page' | null }
  'workbook:published': { workbookId: string }
  'workbook:saveas': { workbookId: string; saveWorkbookId: string; savedWorkbookId: string }
  'workbook:ondelete': { id: string }
  'workbook:id:onchange': { id: string }
  'url:onchange': { url: string }
  'workbook:exploreKey:onchange': { exploreKey: string | null }
  'workbook:bookmark:oncreate': BookmarkEvent
  'workbook:bookmark:onchange': BookmarkEvent
  'workbook:bookmark:onupdate': BookmarkEvent
  'workbook:bookmark:ondelete': BookmarkEvent
  'workbook:session:expiring': { expiresAt: string }
  'action:outbound': { name: string; values: Values }
}

export type EmbedEventName = keyof EmbedEvents

export interface Embed {
  /** Calls the listener for each event of a type. Returns a function that removes the listener. */
  on<Name extends EmbedEventName>(name: Name, listener: (event: EmbedEvents[Name]) => void): () => void
  /** Sets controls by their ids; null restores the saved value. */
  setVariables(variables: Readonly<Record<string, string | null>>): void
  /** The current values of the controls. Rejects after ten seconds without a response. */
  variables(): Promise<Variables>
  createBookmark(bookmark: { name: string; isDefault?: boolean; isShared?: boolean }): void
  updateBookmark(): void
  deleteBookmark(bookmarkId: string): void
  /** Null for the published version. */
  selectBookmark(bookmarkId: string | null): void
  setFullScreen(nodeId: string | null): void
  select(nodeId: string | null, nodeType?: 'element' | 'page'): void
  setSharingLink(sharingLink: string | null, sharingExplorationLink?: string | null): void
  toggleModal(modalType?: 'schedule' | 'export'): void
  setMode(mode: 'view' | 'explore'): void
  /** Continues with a new token of the same user. */
  renew(jwt: string): void
  /** Removes all listeners. */
  close(): void
}

const answerMs = 10_000

/**
 * Connects to an embed in a frame of the host's page. `origin` is the origin of the Octavo server: events of other origins are ignored, and
 * messages are sent to no other.
 */
export function connectEmbed(frame: HTMLIFrameElement, { origin }: { origin: string }): Embed {
  const listeners = new Map<string, Set<(event: never) => void>>()
  const onMessage = ({ source, origin: from, data }: MessageEvent<unknown>) => {
    if (source !== frame.contentWindow || from !== origin || typeof data !== 'object' || data === null) return
    const { type, ...event } = data as { type?: unknown }
    // The server sends the documented fields of each type.
    if (typeof type === 'string') for (const listener of [...(listeners.get(type) ?? [])]) listener(event as never)
  }
  window.addEventListener('message', onMessage)
  const send = (type: string, fields: object = {}) => frame.contentWindow?.postMessage({ type, ...fields }, origin)
  const on: Embed['on'] = (name, listener) => {
    const known = listeners.get(name) ?? new Set()
    listeners.set(name, known.add(listener))
    return () => void known.delete(listener)
  }
  return {
    on,
    setVariables: (variables) => send('workbook:variables:update', { variables }),
    variables: () =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          stop()
          reject(new Error('The embed did not answer.'))
        }, answerMs)
        const stop = on('workbook:variables:current', ({ variables }) => {
          clearTimeout(timer)
          stop()
          resolve(variables)
        })
        send('workbook:variables:list')
      }),
    createBookmark: ({ name, isDefault = false, isShared = false }) =>
      send('workbook:bookmark:create', { name, isDefault, isShared }),
    updateBookmark: () => send('workbook:bookmark:update'),
    deleteBookmark: (bookmarkId) => send('workbook:bookmark:delete', { bookmarkId }),
    selectBookmark: (bookmarkId) => send('workbook:bookmark:select', { bookmarkId }),
    setFullScreen: (nodeId) => send('workbook:fullscreen:update', { nodeId }),
    select: (selectedNodeId, nodeType = 'element') =>
      send('workbook:selectednodeid:update', { selectedNodeId, nodeType }),
    setSharingLink: (sharingLink, sharingExplorationLink) =>
      send('workbook:sharinglink:update', {
        sharingLink,
        ...(sharingExplorationLink === undefined ? {} : { sharingExplorationLink }),
      }),
    toggleModal: (modalType) => send('workbook:modal:toggle', modalType === undefined ? {} : { modalType }),
    setMode: (mode) => send('workbook:mode:update', { mode }),
    renew: (jwt) => send('workbook:session:update', { jwt }),
    close() {
      window.removeEventListener('message', onMessage)
      listeners.clear()
    },
  }
}
