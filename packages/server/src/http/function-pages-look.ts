/** Style of the function reference, with the colours of the web app. */
export const functionPagesStyle = `:root {
  color-scheme: light;
  --canvas: #f5f6f5; --surface: #ffffff; --sunken: #f0f2f1; --line: #e2e6e5; --ink: #1c2526; --muted: #556163;
  --accent: #0f766e; --accent-soft: #e0f0ed; --danger: #b42318; --warning: #8a5a00;
}
@media (prefers-color-scheme: dark) {
  :root {
    color-scheme: dark;
    --canvas: #101516; --surface: #171d1e; --sunken: #1e2627; --line: #2b3435; --ink: #e6ebea; --muted: #a0adae;
    --accent: #4fb8ab; --accent-soft: #16322f; --danger: #f08a80; --warning: #e0b060;
  }
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 4rem; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body { margin: 0; background: var(--canvas); color: var(--ink); font: 16px/1.55 Inter, system-ui, -apple-system, "Segoe UI", sans-serif; }
a { color: var(--accent); text-decoration: none; }
a:hover { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.bar { position: sticky; top: 0; z-index: 1; display: flex; justify-content: space-between; gap: 1rem; padding: .75rem 1.25rem; background: var(--surface); border-bottom: 1px solid var(--line); font-size: .9rem; }
.bar > a { color: var(--ink); font-weight: 650; }
.bar nav { display: flex; gap: 1.25rem; }
main { max-width: 62rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { margin: 0 0 .5rem; font-size: 1.9rem; line-height: 1.2; letter-spacing: -.015em; overflow-wrap: anywhere; }
h2 { margin: 2.25rem 0 .75rem; font-size: 1.1rem; }
p { margin: 0 0 .75rem; max-width: 44rem; }
code, pre { font-family: ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, monospace; font-size: .9em; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.intro p, .summary { color: var(--muted); font-size: 1.05rem; }
#search { width: 100%; max-width: 32rem; margin: .5rem 0 1rem; padding: .65rem .9rem; color: inherit; font: inherit; background: var(--surface); border: 1px solid var(--line); border-radius: 8px; }
.jump { display: flex; flex-wrap: wrap; gap: .4rem; }
.jump a { padding: .15rem .65rem; font-size: .85rem; background: var(--surface); border: 1px solid var(--line); border-radius: 999px; }
.count { color: var(--muted); font-size: .85rem; font-weight: 400; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); gap: .6rem; margin: 0; padding: 0; list-style: none; }
.cards li[hidden] { display: none; }
.cards a { display: block; height: 100%; padding: .7rem .9rem; color: inherit; background: var(--surface); border: 1px solid var(--line); border-radius: 8px; }
.cards a:hover { border-color: var(--accent); text-decoration: none; }
.cards strong { display: block; color: var(--accent); font-weight: 600; overflow-wrap: anywhere; }
.cards span { color: var(--muted); font-size: .875rem; line-height: 1.4; display: block; }
.nothing { margin-top: 2rem; color: var(--muted); }
.crumbs { margin-bottom: 1rem; color: var(--muted); font-size: .875rem; }
.signature { margin: 1rem 0; padding: .9rem 1.1rem; font-size: 1rem; background: var(--accent-soft); border-radius: 8px; }
.note { color: var(--muted); }
.params { margin: 0; background: var(--surface); border: 1px solid var(--line); border-radius: 8px; }
.params > div { padding: .7rem 1rem; border-top: 1px solid var(--line); }
.params > div:first-child { border-top: 0; }
.params dt { font-weight: 600; }
.params dd { margin: .15rem 0 0; color: var(--muted); }
.params dd:empty { display: none; }
.type { color: var(--muted); font-size: .875rem; font-weight: 400; }
.example { margin: 0 0 .75rem; padding: .8rem 1rem; background: var(--surface); border: 1px solid var(--line); border-radius: 8px; }
.example p { margin: .5rem 0 0; color: var(--muted); font-size: .9rem; }
.result { display: inline-block; margin-top: .4rem; padding: .05rem .5rem; color: var(--accent); font-family: ui-monospace, Menlo, Consolas, monospace; font-size: .875rem; background: var(--accent-soft); border-radius: 5px; overflow-wrap: anywhere; }
.scroll { margin-top: .7rem; overflow-x: auto; }
table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; }
caption { padding-bottom: .25rem; color: var(--muted); text-align: left; }
th, td { padding: .3rem .9rem .3rem 0; text-align: left; white-space: nowrap; border-bottom: 1px solid var(--line); }
th { color: var(--muted); font-weight: 500; }
td.value { color: var(--accent); font-weight: 600; }
.engines { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: .4rem 1.5rem; margin: 0; padding: 0; list-style: none; font-size: .9rem; }
.engines span { color: var(--muted); }
.engines strong { font-weight: 550; }
.engines li { padding-left: 1.1rem; text-indent: -1.1rem; }
.engines li::before { content: "●"; display: inline-block; width: 1.1rem; text-indent: 0; color: var(--accent); }
.engines .unverified::before { content: "○"; }
.engines .no::before { content: "✕"; color: var(--danger); }
.pager { display: flex; justify-content: space-between; gap: 1rem; margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); }
.sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
`

/** Hides entries that do not contain every word of the search; the address stores the search. */
export const functionPagesScript = `const box = document.getElementById('search')
const cards = [...document.querySelectorAll('[data-words]')]
const groups = [...document.querySelectorAll('[data-group]')]
const nothing = document.getElementById('nothing')
function show() {
  const words = box.value.toLowerCase().split(/\\s+/).filter(Boolean)
  for (const card of cards) card.hidden = !words.every((word) => card.dataset.words.includes(word))
  for (const group of groups) group.hidden = !group.querySelector('[data-words]:not([hidden])')
  nothing.hidden = cards.some((card) => !card.hidden)
  history.replaceState(null, '', words.length > 0 ? '?q=' + encodeURIComponent(box.value) : location.pathname + location.hash)
}
box.value = new URLSearchParams(location.search).get('q') ?? ''
box.addEventListener('input', show)
box.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter') return
  cards.find((card) => !card.hidden)?.querySelector('a').click()
})
if (box.value) show()
`
