import { useMaybeEditor, useOfPage } from '../editor/index.ts'

/** Whether actions run here: in the editor a click selects the element. */
export function useRunsActions(): boolean {
  const editor = useMaybeEditor()
  const seenAs = useOfPage((page) => page.seenAs)
  return editor === undefined || seenAs !== undefined
}
