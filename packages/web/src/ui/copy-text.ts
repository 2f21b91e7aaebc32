/** Puts text on the clipboard; false where the browser forbids it, as on pages that are not served securely. */
export async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text)
      return true
    } catch {
      return copyThroughSelection(text)
    }
  }
  return copyThroughSelection(text)
}

/** The way that works without a secure context: a copy event that we answer ourselves. */
function copyThroughSelection(text: string): boolean {
  const answer = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  }
  document.addEventListener('copy', answer, { once: true, capture: true })
  const isCopied = document.execCommand('copy')
  document.removeEventListener('copy', answer, { capture: true })
  return isCopied
}
