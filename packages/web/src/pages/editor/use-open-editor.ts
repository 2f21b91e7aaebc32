import { useEffect, useState } from 'react'
import { DraftEditor, type DraftEditorOptions, type StoredDocument } from '../../editor/index.ts'
import { useSession } from '../../session.ts'
import { pageKey, useAddress } from '../use-address.ts'
import { unsentEdits } from './unsent-store.ts'

interface Opened extends Pick<DraftEditorOptions, 'draft' | 'transport'> {
  /** Absent: the draft. */
  stored?: Extract<StoredDocument, { exploreKey: string }>
}

/** The editor of a draft or a custom view for as long as the page is shown; undefined until it is open. */
export function useOpenEditor({ draft, transport, stored }: Opened): DraftEditor | undefined {
  const memberId = useSession()?.member.memberId ?? ''
  const pageId = useAddress()[pageKey]
  const [editor, setEditor] = useState<DraftEditor>()
  const place = [draft.workbookId, stored?.exploreKey].filter(Boolean).join('/')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the document is opened once; it follows the server by itself
  useEffect(() => {
    const opened = new DraftEditor({
      draft,
      ...(stored ? { stored } : {}),
      memberId,
      transport,
      unsent: unsentEdits(memberId, place),
      clock: {
        now: () => Date.now(),
        after: (milliseconds, run) => {
          const timer = setTimeout(run, milliseconds)
          return () => clearTimeout(timer)
        },
      },
      pageId,
    })
    void opened.restoreUnsent()
    setEditor(opened)
    return () => opened.close()
  }, [place, memberId])
  return editor
}
