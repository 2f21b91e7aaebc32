// Runs before the first paint, so that nobody who chose the dark theme sees a white flash. A file of its own, because
// the content security policy allows no inline script.
const stored = (key) => {
  try {
    return localStorage.getItem(key)
  } catch {
    // In a frame of another site a browser may refuse its storage.
    return null
  }
}
const chosen = stored('octavo-theme')
const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
const isFinger = matchMedia('(pointer: coarse)').matches
document.documentElement.dataset.density = stored('octavo-density') ?? (isFinger ? 'comfortable' : 'compact')
