import type { FileEntry } from '@octavo/core/contract'
import type { ViewedWorkbook } from './use-saved-views.ts'

export interface EmbedBarProps extends ViewedWorkbook {
  name: string
  file: FileEntry | undefined
  /** Each is absent for readers without the right to it. */
  onEdit: (() => void) | undefined
  onCustomize: (() => void) | undefined
  onShare: (() => void) | undefined
  onSchedule: (() => void) | undefined
  onSend: (() => void) | undefined
  onPdf: (() => void) | undefined
  onPng: (() => void) | undefined
  mayCreate: boolean
  mayDelete: boolean
}

export type EmbedDialog = 'saveAs' | 'saveView' | 'delete'
