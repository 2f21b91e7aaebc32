import type { FileEntry } from '@octavo/core/contract'
import type { OpenPage } from '../editor/index.ts'
import type { ReaderViews } from './SavedViews.tsx'

export interface ReaderActionsProps {
  name: string
  file: FileEntry | undefined
  canEdit: boolean
  /** Where changing a view of one's own begins; absent for those who may not. */
  customize: { exploreKey: string | undefined; pageId: string } | undefined
  /** The open page, for members who can pause its actions. */
  paused: OpenPage | undefined
  /** Absent where the reader cannot choose another view. */
  views: ReaderViews | undefined
  isBusy: boolean
  /** When the data on screen arrived. */
  updatedAt: string | undefined
  onRefresh: () => void
  onShare: () => void
  onSchedule: () => void
  onSend: () => void
  onComments: () => void
  /** Absent for those who may not create workbooks. */
  onSaveTemplate: (() => void) | undefined
  /** Makes a PDF; absent where the reader may not export. */
  onPdf: (() => void) | undefined
  /** Makes a picture of the page, likewise. */
  onPng: (() => void) | undefined
  /** Exports rows of one element; empty where the reader may not export. */
  exports: readonly { id: string; name: string; run: () => void }[]
}
