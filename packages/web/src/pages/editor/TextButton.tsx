/** A button that looks like a link within a line of text. */
export function TextButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" className="shrink-0 font-medium underline underline-offset-2" onClick={onClick}>
      {label}
    </button>
  )
}
