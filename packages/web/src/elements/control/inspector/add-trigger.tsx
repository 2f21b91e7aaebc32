import { Plus } from '../../../ui/index.ts'

/** The button that opens a list of what can be added. */
export function addTrigger(label: string) {
  return {
    content: (
      <>
        <Plus className="size-4" /> {label}
      </>
    ),
    className:
      'flex h-small items-center gap-1.5 rounded-md px-2 text-xs font-medium text-muted hover:bg-hover hover:text-ink',
  }
}
