/** Prints the functions of the server that are longer than a screen: `node scripts/long-functions.ts [lines]`. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ESTree, parseSync, Visitor } from 'vite'

const root = resolve(fileURLToPath(import.meta.url), '../..')
export const serverSources = join(root, 'packages/server/src')

export interface LongFunction {
  /** File and name: `cli/compose.ts compose`. A function without a name has that of what holds it. */
  place: string
  lines: number
}

/** Functions of a folder with more than so many lines, counted from the syntax tree, the longest first. */
export function longFunctions(folder: string, moreThan: number): LongFunction[] {
  return sourcesIn(folder)
    .flatMap((file) =>
      functionsIn(file).map(({ name, lines }) => ({ place: `${relative(folder, file)} ${name}`, lines })),
    )
    .filter(({ lines }) => lines > moreThan)
    .sort((a, b) => b.lines - a.lines)
}

/** Sources of a folder without tests, and without what only tests use. */
function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|(^|[\\/])testing|conformance\.ts$/.test(file))
    .map((file) => join(folder, file))
}

function functionsIn(file: string): { name: string; lines: number }[] {
  const text = readFileSync(file, 'utf8')
  const { program, errors } = parseSync(file, text, {})
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  const found: { name: string; lines: number }[] = []
  const names: string[] = []
  const nameOf = (key: ESTree.Node | null) =>
    key !== null && 'name' in key && typeof key.name === 'string' ? key.name : ''
  const enter = (node: ESTree.Function | ESTree.ArrowFunctionExpression) => {
    const name = (node.type === 'ArrowFunctionExpression' ? '' : nameOf(node.id)) || names.at(-1) || 'without a name'
    found.push({ name, lines: text.slice(node.start, node.end).split('\n').length })
  }
  const named = (node: { id: ESTree.Node } | { key: ESTree.Node }) => {
    names.push(nameOf('id' in node ? node.id : node.key))
  }
  const leave = () => {
    names.pop()
  }
  new Visitor({
    FunctionDeclaration: enter,
    FunctionExpression: enter,
    ArrowFunctionExpression: enter,
    VariableDeclarator: named,
    'VariableDeclarator:exit': leave,
    Property: named,
    'Property:exit': leave,
    MethodDefinition: named,
    'MethodDefinition:exit': leave,
  }).visit(program)
  return found
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = longFunctions(serverSources, Number(process.argv[2] ?? 60))
  for (const { place, lines } of found) console.log(`${lines} ${place}`)
  console.log(`${found.length} functions`)
}
