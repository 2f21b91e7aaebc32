/** The keys of an event as commands spell them: `Ctrl+Shift+Z`, `?`, `Alt+PageDown`. */
export function keysOf(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>): string {
  const isLetter = /^[a-z]$/i.test(event.key)
  const isSign = event.key.length === 1 && !isLetter
  const parts = [
    event.ctrlKey || event.metaKey ? 'Ctrl' : '',
    event.altKey ? 'Alt' : '',
    // A sign such as ? is typed with Shift on some keyboards and without it on others.
    event.shiftKey && (!isSign || event.ctrlKey || event.metaKey) ? 'Shift' : '',
    isLetter ? event.key.toUpperCase() : event.key === ' ' ? 'Space' : event.key,
  ]
  return parts.filter((part) => part !== '').join('+')
}
