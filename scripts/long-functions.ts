/** Prints the long functions of a package: `node scripts/long-functions.ts [server|core|web] [lines]`. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ESTree, parseSync, Visitor } from 'vite'

const root = resolve(fileURLToPath(import.meta.url), '../..')
export const sourcesOf = (name: 'server' | 'core' | 'web') => join(root, 'packages', name, 'src')

export interface LongFunction {
  /** File and name: `cli/compose.ts compose`. A function without a name uses the name of its container. */
  place: string
  lines: number
}

/** Functions of a folder with more than the given number of lines, not counting the data or markup that they return, the longest first. */
export function longFunctions(folder: string, moreThan: number): LongFunction[] {
  return sourcesIn(folder)
    .flatMap((file) =>
      functionsIn(file).map(({ name, lines }) => ({ place: `${relative(folder, file)} ${name}`, lines })),
    )
    .filter(({ lines }) => lines > moreThan)
    .sort((a, b) => b.lines - a.lines)
}

/** Sources of a folder, without tests and files that only tests use. */
function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|(^|[\\/])testing|conformance\.ts$/.test(file))
    .map((file) => join(folder, file))
}

function functionsIn(file: string): { name: string; lines: number }[] {
  const text = readFileSync(file, 'utf8')
  const { program, errors } = parseSync(file, text, {})
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  const linesOf = ({ start, end }: ESTree.Node) => text.slice(start, end).split('\n').length
  /**
   * The lines of a final return of data or markup: a literal without functions in it, or the markup of a component. Both are easiest to
   * read in one piece.
   */
  const returnedLines = ({ body }: ESTree.Function | ESTree.ArrowFunctionExpression): number => {
    const last = body?.type === 'BlockStatement' ? body.body.at(-1) : body
    const returned = last?.type === 'ReturnStatement' ? last.argument : last
    const result = returned?.type === 'ParenthesizedExpression' ? returned.expression : returned
    const isMarkup = result?.type === 'JSXElement' || result?.type === 'JSXFragment'
    const isTable = result?.type === 'ArrayExpression' || result?.type === 'ObjectExpression'
    return isMarkup || (isTable && !holdsFunction(result)) ? linesOf(result) : 0
  }
  const found: { name: string; lines: number }[] = []
  const names: string[] = []
  const nameOf = (key: ESTree.Node | null) =>
    key !== null && 'name' in key && typeof key.name === 'string' ? key.name : ''
  const enter = (node: ESTree.Function | ESTree.ArrowFunctionExpression) => {
    const name = (node.type === 'ArrowFunctionExpression' ? '' : nameOf(node.id)) || names.at(-1) || 'without a name'
    found.push({ name, lines: linesOf(node) - returnedLines(node) })
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

function holdsFunction(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false
  if ('type' in node && typeof node.type === 'string' && /Function/.test(node.type)) return true
  return Object.values(node).some(holdsFunction)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [name = 'server', lines = '60'] = process.argv.slice(2)
  if (name !== 'server' && name !== 'core' && name !== 'web') throw new Error(`There is no package ${name}.`)
  const found = longFunctions(sourcesOf(name), Number(lines))
  for (const { place, lines } of found) console.log(`${lines} ${place}`)
  console.log(`${found.length} functions`)
}
