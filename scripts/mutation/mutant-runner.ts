/** A copy of the repository in which sources are changed and tests run, so that the checkout itself is not touched. */
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Mutation, mutated } from './mutations.ts'

export type Outcome = 'killed' | 'timed out' | 'survived' | 'no test'

export interface MutantRunner {
  /** Runs tests one after the other until one fails. */
  passes(tests: readonly string[], timeoutMs: number): Promise<'passed' | 'failed' | 'timed out'>
  /** The same with a changed source. */
  withMutation<T>(mutation: Mutation, run: () => Promise<T>): Promise<T>
  close(): void
}

export function createMutantRunner(root: string): MutantRunner {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-mutants-'))
  for (const part of ['packages', 'test', 'scripts', 'docs']) {
    cpSync(join(root, part), join(folder, part), {
      recursive: true,
      filter: (path) => !/[\\/](node_modules|dist)$/.test(path),
    })
  }
  for (const entry of readdirSync(root)) {
    if (/\.(json|ts|md)$/.test(entry)) cpSync(join(root, entry), join(folder, entry))
  }
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '@octavo'), { recursive: true })
  for (const entry of readdirSync(join(root, 'node_modules'))) {
    if (entry !== '@octavo' && entry !== '.cache' && entry !== '.vite' && entry !== '.vite-temp') {
      symlinkSync(join(root, 'node_modules', entry), join(modules, entry))
    }
  }
  // Links the packages of the copy, not of the repository.
  for (const name of readdirSync(join(folder, 'packages'))) {
    symlinkSync(join(folder, 'packages', name), join(modules, '@octavo', name))
  }
  const running = new Set<number>()
  return {
    passes: (tests, timeoutMs) => runTests(folder, tests, { timeoutMs, running }),
    async withMutation(mutation, run) {
      const file = join(folder, mutation.file)
      const text = readFileSync(file, 'utf8')
      writeFileSync(file, mutated(text, mutation))
      try {
        return await run()
      } finally {
        writeFileSync(file, text)
      }
    },
    close() {
      for (const group of running) endGroup(group)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Ends a whole process group, because tests start engines and servers of their own. */
function endGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}

interface Running {
  timeoutMs: number
  /** Process groups of runs that have not ended. */
  running: Set<number>
}

function runTests(folder: string, tests: readonly string[], { timeoutMs, running }: Running) {
  const vitest = join(folder, 'node_modules', 'vitest', 'vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run', '--bail=1', '--reporter=dot', ...tests], {
    cwd: folder,
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, VITEST_MAX_WORKERS: '1', NO_COLOR: '1' },
  })
  if (child.pid !== undefined) running.add(child.pid)
  return new Promise<'passed' | 'failed' | 'timed out'>((done, fail) => {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      if (child.pid !== undefined) endGroup(child.pid)
    }, timeoutMs)
    child.on('error', fail)
    child.on('exit', (code) => {
      clearTimeout(timer)
      if (child.pid !== undefined) running.delete(child.pid)
      done(isLate ? 'timed out' : code === 0 ? 'passed' : 'failed')
    })
  })
}
