import '@fontsource-variable/geist-mono'

/** A formula in one line; a long one is cut with an ellipsis and shown in full as the tooltip. */
export function FormulaText({ text }: { text: string }) {
  return (
    <code className="block truncate font-mono text-xs select-text" title={text}>
      {text}
    </code>
  )
}
