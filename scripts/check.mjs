// `npm run check`: types, format and lint, architecture rules, generated files, and the tests of the packages without I/O.
import { join } from 'node:path'
import { ensureInstalled, root, runTool } from './lib/setup.mjs'

/** Compiler state between runs: an unchanged project is checked in a second. */
const buildInfo = (name) => join(root, 'node_modules', '.cache', 'types', `${name}.tsbuildinfo`)

function typesOf(name, project) {
  return [`types of ${name}`, 'tsc', ['-p', project, '--incremental', '--tsBuildInfoFile', buildInfo(name)]]
}

/** Runs every static check, prints one line for each, and returns how many failed. */
export function staticChecks() {
  const steps = [
    ['format and lint', 'biome', ['check', '--error-on-warnings', '.']],
    typesOf('core', 'packages/core'),
    typesOf('server', 'packages/server'),
    typesOf('client', 'packages/client'),
    typesOf('web', 'packages/web'),
    typesOf('tests', '.'),
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
