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
// The address of an embed may name the theme; src/theme.ts reads it too.
const address = `${location.pathname}${location.search.replaceAll(/%3a/gi, ':')}`
const [, named] =
  (/:embed=true|^\/embed\//.test(address) && /[?&]:theme=(Light|Surface|Dark)(?=&|$)/.exec(address)) || []
const chosen = named === undefined ? stored('octavo-theme') : named === 'Dark' ? 'dark' : 'light'
const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
const isFinger = matchMedia('(pointer: coarse)').matches
document.documentElement.dataset.density = stored('octavo-density') ?? (isFinger ? 'comfortable' : 'compact')
