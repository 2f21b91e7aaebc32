import { type Icon, Plus } from '../../ui/index.ts'

interface AddButtonProps {
  label: string
  icon?: Icon
  onClick: () => void
}

/** Adds something to the list above it. */
export function AddButton({ label, icon: Sign = Plus, onClick }: AddButtonProps) {
  return (
    <button
      type="button"
      className="flex items-center gap-1 self-start rounded-sm text-xs text-accent-text hover:underline"
      onClick={onClick}
    >
      <Sign className="size-3.5" aria-hidden />
      {label}
    </button>
  )
}
