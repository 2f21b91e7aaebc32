import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { zstdDecompressSync } from 'node:zlib'

/** The WebAssembly of the SQL parser. A release has it compressed, 3 MB instead of 23, beside the thread that needs it. */
export const compressedParser = 'polyglot_sql.wasm.zst'
export const parserModule = '@polyglot-sql/sdk/polyglot_sql.wasm'

export function parserProgram(): Uint8Array {
  const compressed = fileURLToPath(new URL(`./${compressedParser}`, import.meta.url))
  if (existsSync(compressed)) return zstdDecompressSync(readFileSync(compressed))
  return readFileSync(createRequire(import.meta.url).resolve(parserModule))
}
