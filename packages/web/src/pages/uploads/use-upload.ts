import type { Upload } from '@octavo/core/contract'
import { useEffect, useRef, useState } from 'react'
import { forgetFile, previewFile, withProgress } from './upload-files.ts'

type Stage =
  | { kind: 'choosing' }
  | { kind: 'sending'; fileName: string; progress: Upload | null }
  | { kind: 'preview'; upload: Upload }

/** Uploads a file for its preview. An upload that is not imported is discarded when the dialog closes. */
export function useUpload() {
  const [stage, setStage] = useState<Stage>({ kind: 'choosing' })
  const controller = useRef<AbortController>(undefined)
  const preview = useRef<Upload>(undefined)

  function leave() {
    controller.current?.abort()
    const left = preview.current
    preview.current = undefined
    // The server discards it by itself after an hour.
    if (left) forgetFile(left).catch(() => undefined)
  }
  const leaveAtEnd = useRef(leave)
  leaveAtEnd.current = leave
  useEffect(() => () => leaveAtEnd.current(), [])

  return {
    stage,
    async send(connectionId: string, file: File): Promise<void> {
      leave()
      const own = new AbortController()
      controller.current = own
      const { signal } = own
      setStage({ kind: 'sending', fileName: file.name, progress: null })
      const report = (progress: Upload | null) =>
        setStage((now) => (now.kind === 'sending' ? { ...now, progress } : now))
      try {
        const upload = await withProgress(connectionId, signal, report, previewFile(connectionId, file, signal))
        preview.current = upload
        setStage({ kind: 'preview', upload })
      } catch (error) {
        if (signal.aborted) return
        setStage({ kind: 'choosing' })
        throw error
      }
    },
    /** Goes back to the choice of a file. */
    again() {
      leave()
      setStage({ kind: 'choosing' })
    },
    /** The preview has become a table. */
    imported() {
      preview.current = undefined
    },
  }
}
