import type { OwnCell } from '../writer-api.ts'

const plain: Record<string, string> = { t: '\t', n: '\n', r: '\r' }
const lineFeed = 10

/** Parses the lines that `load` of a writer accepts into rows. */
export async function* rowsOfLines(lines: AsyncIterable<Buffer>): AsyncGenerator<OwnCell[]> {
  let rest: Buffer[] = []
  for await (const chunk of lines) {
    let from = 0
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, from)) {
      yield cellsOf(Buffer.concat([...rest, chunk.subarray(from, end)]))
      rest = []
      from = end + 1
    }
    if (from < chunk.length) rest.push(chunk.subarray(from))
  }
  if (rest.length > 0) yield cellsOf(Buffer.concat(rest))
}

const cellsOf = (line: Buffer): OwnCell[] =>
  line
    .toString()
    .split('\t')
    .map((cell) => (cell === '\\N' ? null : cell.replace(/\\(.)/g, (_, sign: string) => plain[sign] ?? sign)))
