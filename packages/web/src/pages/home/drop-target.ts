import type { FileEntry } from '@octavo/core/contract'

/** Where files can be moved; `home` is My documents of the reader. */
export type DropTarget = Pick<FileEntry, 'id' | 'name'> | 'home' | null
