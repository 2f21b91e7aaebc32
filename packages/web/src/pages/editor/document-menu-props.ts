import type { FileEntry } from '@octavo/core/contract'

export type DocumentDialog =
  | 'rename'
  | 'move'
  | 'tag'
  | 'saveAs'
  | 'saveTemplate'
  | 'followed'
  | 'embeds'
  | 'translations'
  | 'schedule'
  | 'swap'
  | 'delete'

export interface DocumentMenuProps {
  name: string
  file: FileEntry | undefined
  /** The menu was opened. */
  onMenu: () => void
  onHistory: () => void
  onLineage: () => void
  onComments: () => void
  onQueries: () => void
  onSettings: () => void
}
