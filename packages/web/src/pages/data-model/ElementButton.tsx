/** Leads to another element of the same data model. */
export function ElementButton({ name, onOpen }: { name: string; onOpen: () => void }) {
  return (
    <button
      type="button"
      className="block max-w-full truncate rounded-sm text-left text-accent-text underline underline-offset-2"
      title={name}
      onClick={onOpen}
    >
      {name}
    </button>
  )
}
