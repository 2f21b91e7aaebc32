// `npm run check`: the fast gate. Types, format and lint, architecture, unit tests of core, generated files unchanged.
import { ensureInstalled, runTool } from './lib/setup.mjs'

export function staticChecks() {
  const steps = [
    ['format and lint', 'biome', ['check', '--error-on-warnings', '.']],
    ['types of core', 'tsc', ['-p', 'packages/core']],
    ['types of server', 'tsc', ['-p', 'packages/server']],
    ['types of client', 'tsc', ['-p', 'packages/client']],
    ['types of web', 'tsc', ['-p', 'packages/web']],
    ['types of tests', 'tsc', ['-p', '.']],
  ]
  let failed = 0
  for (const [title, tool, args] of steps) {
    const started = Date.now()
    const status = runTool(tool, args)
    console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${title} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
    if (status !== 0) failed += 1
  }
  return failed
}

if (process.argv[1]?.endsWith('check.mjs')) {
  ensureInstalled('full')
  const failed = staticChecks()
  const tests = runTool('vitest', ['run', '--project', 'core', '--project', 'rules'])
  process.exit(failed + tests === 0 ? 0 : 1)
}
