import type { Viewer } from '@octavo/core/access'
import type { Clock } from '../../config/index.ts'
import type { UploadFolder } from '../../connectors/index.ts'
import type { UploadChoices } from './upload-choices.ts'

/** A file that was read but is not a table yet. */
export interface Preview {
  id: string
  folder: string
  connectionId: string
  viewer: Viewer
  choices: UploadChoices
  columns: { name: string; type: string }[]
  rows: number
  preview: (string | null)[][]
  createdAt: number
}

const keptMs = 3_600_000
/** Maximum previews of one member; a further one replaces the oldest. */
const mostOfMember = 5

export type Previews = ReturnType<typeof createPreviews>

/** Previews of this process. They are in memory and their files in the folder of unfinished uploads: none survives a restart. */
export function createPreviews({ clock, uploadFolder }: { clock: Clock; uploadFolder: UploadFolder }) {
  const kept = new Map<string, Preview>()

  async function forget(id: string): Promise<void> {
    kept.delete(id)
    await uploadFolder.discard(id)
  }
  async function forgetOld(): Promise<void> {
    const now = clock.now()
    for (const { id, createdAt } of [...kept.values()]) if (createdAt + keptMs < now) await forget(id)
  }

  return {
    async keep(preview: Preview): Promise<void> {
      await forgetOld()
      const isSame = ({ viewer }: Preview) =>
        viewer.organizationId === preview.viewer.organizationId && viewer.memberId === preview.viewer.memberId
      const [oldest, ...others] = [...kept.values()].filter(isSame)
      if (oldest && others.length + 1 >= mostOfMember) await forget(oldest.id)
      kept.set(preview.id, preview)
      // Expires the preview even if no request follows.
      setTimeout(() => void forget(preview.id), keptMs).unref()
    },
    /** A preview of the viewer's own. */
    async find(viewer: Viewer, connectionId: string, id: string): Promise<Preview | null> {
      await forgetOld()
      const found = kept.get(id)
      const isOwn = found?.viewer.memberId === viewer.memberId && found.viewer.organizationId === viewer.organizationId
      return found && isOwn && found.connectionId === connectionId ? found : null
    },
    forget,
  }
}
