import type { FileEntry } from '@octavo/core/contract'
import { Suspense } from 'react'
import { lazyPart } from '../../ui/index.ts'

const RenameDialog = lazyPart(async () => {
  const [{ RenameDialog }] = await Promise.all([
    import('../home/RenameDialog.tsx'),
    import('../../i18n/organization.ts'),
  ])
  return { default: RenameDialog }
})
const MoveDialog = lazyPart(async () => {
  const [{ MoveDialog }] = await Promise.all([import('../home/MoveDialog.tsx'), import('../../i18n/organization.ts')])
  return { default: MoveDialog }
})
const TagDialog = lazyPart(async () => {
  const [{ TagDialog }] = await Promise.all([import('../home/TagDialog.tsx'), import('../../i18n/organization.ts')])
  return { default: TagDialog }
})

/** Dialogs of the menus of every document, which are loaded on demand. */
export type FileDialog = 'rename' | 'move' | 'tag'

/** Other values of `open` are dialogs of the menu itself. */
export function FileDialogs({
  open,
  file,
  onClose,
}: {
  open: string | undefined
  file: FileEntry
  onClose: () => void
}) {
  return (
    <Suspense>
      {open === 'rename' && <RenameDialog file={file} onClose={onClose} />}
      {open === 'move' && <MoveDialog files={[file]} action="move" onClose={onClose} onDone={onClose} />}
      {open === 'tag' && <TagDialog file={file} onClose={onClose} />}
    </Suspense>
  )
}
