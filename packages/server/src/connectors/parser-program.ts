import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { zstdDecompressSync } from 'node:zlib'

/** The WebAssembly of the SQL parser. A release has it compressed, 3 MB instead of 23, beside the thread that needs it. */
export const compressedParser = 'polyglot_sql.wasm.zst'
export const parserModule = '@polyglot-sql/sdk/polyglot_sql.wasm'

const besideThread = fileURLToPath(new URL(`./${compressedParser}`, import.meta.url))

export function parserProgram(compressed = besideThread): Uint8Array {
  if (existsSync(compressed)) return zstdDecompressSync(readFileSync(compressed))
  return readFileSync(createRequire(import.meta.url).resolve(parserModule))
}
