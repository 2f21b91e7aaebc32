import type { ControlElement } from '@octavo/core/document'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type ControlChange, useReadPage } from '../../editor/index.ts'
import { loadPart } from '../../load-part.ts'
import { useRunsActions } from '../use-runs-actions.ts'

/** Runs the actions of a control when a reader has changed it. Undefined where there are none, and in the editor. */
export function useChangeActions(element: ControlElement): ControlChange | undefined {
  const runs = useRunsActions()
  const read = useReadPage()
  const { org = '-' } = useParams({ strict: false })
  const navigate = useNavigate()
  if (!runs || !Array.isArray(element.actions) || element.actions.length === 0) return undefined
  return (text, before) =>
    void loadPart(() => import('../use-effects.ts')).then(({ runChangeActions }) =>
      runChangeActions(
        { hostId: element.id, state: read().state, read, org, goTo: (href) => void navigate({ href }) },
        element,
        text,
        before,
      ),
    )
}
