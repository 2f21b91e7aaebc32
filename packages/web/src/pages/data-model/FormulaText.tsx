import '@fontsource-variable/geist-mono'

/** A formula as it is written; what does not fit is cut with a sign and named in full. */
export function FormulaText({ text }: { text: string }) {
  return (
    <code className="block truncate font-mono text-xs select-text" title={text}>
      {text}
    </code>
  )
}
