/** Writes docs/functions from the entries of the language: `npm run docs:functions`. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { functionPages } from './function-pages.ts'

const folder = new URL('../docs/functions/', import.meta.url)
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
for (const [file, text] of functionPages()) writeFileSync(new URL(file, folder), text)
