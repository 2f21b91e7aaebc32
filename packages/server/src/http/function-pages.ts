import {
  byCategory,
  categoryTitle,
  exampleView,
  type FunctionReference,
  functionReference,
  paramNotes,
  supportText,
} from '@octavo/core/formula'
import type { FastifyReply } from 'fastify'
import { functionPagesScript, functionPagesStyle } from './function-pages-look.ts'
import type { Pages } from './serving.ts'

const folder = '/docs/functions'

/** The reference of functions at /docs/functions: an index by category with a search box, and a page for each. */
export function createFunctionPages(): Pages {
  const references = functionReference()
  const byName = new Map(references.map((reference) => [reference.name.toLowerCase(), reference]))

  return async ({ path }, reply) => {
    if (path === folder || path === `${folder}/`) return send(reply, 200, 'text/html', indexPage(references))
    if (!path.startsWith(`${folder}/`)) return false
    const name = path.slice(folder.length + 1)
    if (name === 'look.css') return send(reply, 200, 'text/css', functionPagesStyle)
    if (name === 'search.js') return send(reply, 200, 'text/javascript', functionPagesScript)
    const reference = byName.get(name.toLowerCase())
    if (reference) return send(reply, 200, 'text/html', functionHtml(reference, references))
    return send(reply, 404, 'text/html', missingPage(name))
  }
}

async function send(reply: FastifyReply, status: number, type: string, content: string): Promise<boolean> {
  await reply.status(status).type(`${type}; charset=utf-8`).header('cache-control', 'no-cache').send(content)
  return true
}

function indexPage(references: readonly FunctionReference[]): string {
  const groups = byCategory(references).map(
    ([category, of]) => `<section class="group" data-group>
<h2 id="${category}">${escaped(categoryTitle(category))} <span class="count">${of.length}</span></h2>
<ul class="cards">${of.map(card).join('')}</ul>
</section>`,
  )
  return document(
    'Functions',
    `<header class="intro"><h1>Functions</h1>
<p>Every function that a formula can call, with its arguments, what it does with nulls, examples, and the data platforms that have it.</p>
<input id="search" type="search" placeholder="Search ${references.length} functions" aria-label="Search functions" autocomplete="off" autofocus>
<nav class="jump" aria-label="Categories">${byCategory(references)
      .map(([category]) => `<a href="#${category}">${escaped(categoryTitle(category))}</a>`)
      .join('')}</nav>
</header>
${groups.join('\n')}
<p id="nothing" class="nothing" hidden>No function has this in its name or description.</p>
<script src="${folder}/search.js"></script>`,
  )
}

function card({ name, signature, summary }: FunctionReference): string {
  const words = `${name} ${signature} ${summary}`.toLowerCase()
  return `<li data-words="${escaped(words)}"><a href="${folder}/${name}"><strong>${name}</strong><span>${escaped(summary)}</span></a></li>`
}

function functionHtml(reference: FunctionReference, all: readonly FunctionReference[]): string {
  const { name, category, summary, signature, aliases, params, nulls, examples, engines, isPassthrough } = reference
  const siblings = all.filter((other) => other.category === category)
  const at = siblings.indexOf(reference)
  const link = (other: FunctionReference | undefined, rel: string, text: string) =>
    other ? `<a rel="${rel}" href="${folder}/${other.name}">${text}</a>` : '<span></span>'
  return document(
    name,
    `<nav class="crumbs" aria-label="Where you are"><a href="${folder}">Functions</a> <span aria-hidden="true">/</span> <a href="${folder}#${category}">${escaped(categoryTitle(category))}</a></nav>
<h1>${name}</h1>
<p class="summary">${escaped(summary)}</p>
<pre class="signature"><code>${escaped(signature)}</code></pre>
${aliases.length > 0 ? `<p class="note">Also written ${aliases.map((alias) => `<code>${escaped(alias)}</code>`).join(', ')}.</p>` : ''}
${isPassthrough ? '<p class="note">Works on connections whose administrator allows it, and on no other.</p>' : ''}
${params.length > 0 ? `<h2>Arguments</h2><dl class="params">${params.map(paramHtml).join('')}</dl>` : ''}
<h2>Nulls</h2><p>${escaped(nulls)}</p>
${examples.length > 0 ? `<h2>Examples</h2>${examples.map(exampleHtml).join('')}` : ''}
<h2>Data platforms</h2>
<ul class="engines">${engines.map(engineHtml).join('')}</ul>
<nav class="pager" aria-label="Neighbours">${link(siblings[at - 1], 'prev', `← ${siblings[at - 1]?.name ?? ''}`)}${link(siblings[at + 1], 'next', `${siblings[at + 1]?.name ?? ''} →`)}</nav>`,
  )
}

function paramHtml(param: FunctionReference['params'][number]): string {
  const notes = paramNotes(param)
  return `<div><dt><code>${escaped(param.name)}</code> <span class="type">${escaped(param.type)}</span></dt><dd>${escaped(notes)}</dd></div>`
}

function engineHtml(engine: FunctionReference['engines'][number]): string {
  const state = engine.isSupported ? (engine.isVerified ? 'yes' : 'unverified') : 'no'
  return `<li class="${state}"><strong>${escaped(engine.label)}</strong> <span>${escaped(supportText(engine))}</span></li>`
}

function exampleHtml(example: FunctionReference['examples'][number]): string {
  const { formula, given, tables, results, per } = exampleView(example)
  const result = (text: string) => `<span class="result"><span class="sr">gives </span>${escaped(text)}</span>`
  const settings = given.map((sentence) => `<p>${escaped(sentence)}</p>`).join('')
  if (tables.length === 0) {
    return `<div class="example"><pre><code>${escaped(formula)}</code></pre>${result(results.join(', '))}${settings}</div>`
  }
  const shown = tables.map(({ title, columns, rows }, index) => {
    const hasResults = per === 'row' && index === 0
    const head = [...columns.map((column) => `<th>${escaped(column)}</th>`), ...(hasResults ? ['<th>Result</th>'] : [])]
    const body = rows.map((row, at) => {
      const cells = row.map((cell) => `<td>${escaped(cell)}</td>`)
      return `<tr>${cells.join('')}${hasResults ? `<td class="value">${escaped(results[at] ?? '')}</td>` : ''}</tr>`
    })
    const caption = title !== null && tables.length > 1 ? `<caption>${escaped(title)}</caption>` : ''
    return `<div class="scroll"><table>${caption}<thead><tr>${head.join('')}</tr></thead><tbody>${body.join('')}</tbody></table></div>`
  })
  const outcome =
    per === 'row'
      ? ''
      : `<p class="outcome">${per === 'group' ? 'By group' : 'Result'} ${results.map(result).join(' ')}</p>`
  return `<div class="example"><pre><code>${escaped(formula)}</code></pre>${settings}${shown.join('')}${outcome}</div>`
}

function missingPage(name: string): string {
  return document(
    'Not found',
    `<nav class="crumbs"><a href="${folder}">Functions</a></nav><h1>No such function</h1><p>No function has the name “${escaped(decodedName(name))}”. <a href="${folder}">All functions</a></p>`,
  )
}

function decodedName(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

function document(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} · Octavo</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${folder}/look.css">
</head>
<body>
<header class="bar"><a href="/">Octavo</a><nav aria-label="Documentation"><a href="${folder}">Functions</a><a href="/docs">API</a></nav></header>
<main>
${body}
</main>
</body>
</html>
`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
