import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = resolve(dirname(), '..')
const server = join(root, 'packages/server/src')

function dirname(): string {
  return fileURLToPath(new URL('.', import.meta.url))
}

/** Patterns of authorization decisions outside the access parts, and what to write instead. */
const decisions: readonly { pattern: RegExp; instead: string }[] = [
  {
    pattern: /\.isAdmin\b/,
    instead:
      "requireRight(viewer, '...') or hasRight; a new right is a line in packages/core/src/access/organization.ts",
  },
  { pattern: /\bhasFeature\b|accountType\.permissions\b/, instead: 'requireRight or hasRight' },
  {
    pattern: /\bviewer\.userKind\b/,
    instead: 'an action in packages/core/src/access that looks at the kind of viewer',
  },
  {
    pattern: /AppError\('forbidden'/,
    instead: 'access.requireInode, requireRight, requireMember, requireTeam or requireAllowed of server/src/access',
  },
  { pattern: /permission\s*[!=]==?\s*'/, instead: "access.requireInode(viewer, id, 'edit', ...) or decide" },
]

/** Lines that only look like decisions. */
const exceptions: readonly { file: string; line: RegExp; why: string }[] = [
  { file: 'services/sign-in/viewers.ts', line: /isAdmin: member\./, why: 'makes the viewer' },
  {
    file: 'services/sign-in/session-facts.ts',
    line: /isAdmin: viewer\.isAdmin/,
    why: 'tells the web app who is signed in',
  },
  {
    file: 'services/sign-in/session-facts.ts',
    line: /permissions: \[\.\.\.viewer\.accountType\.permissions\]/,
    why: 'tells the web app who is signed in',
  },
  { file: 'services/sharing/access-reports.ts', line: /isAdmin: other\.isAdmin/, why: 'tells what was decided' },
  { file: 'services/sign-in/sign-in.ts', line: /await onAdminSignIn/, why: 'removes the secrets of the first start' },
  {
    file: 'services/queries/statement-comment.ts',
    line: /viewer=|viewer: `/,
    why: 'tells the log of a platform who asks',
  },
  { file: 'services/exports/export-runs.ts', line: /is not active any more/, why: 'there is no viewer to ask about' },
  {
    file: 'services/files/workspaces.ts',
    line: /My Documents is the folder/,
    why: 'about the kind of folder, not about the viewer',
  },
  { file: 'http/routes/health.ts', line: /OCTAVO_METRICS/, why: 'about the address of a machine, not about a viewer' },
]

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* sources(path)
    else if (entry.name.endsWith('.ts') && !/\.test\.ts$|testing/.test(path)) yield path
  }
}

const lines = [...sources(server)]
  .filter((file) => !relative(server, file).startsWith('access'))
  .flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .map((line, index) => ({ file: relative(server, file).replaceAll('\\', '/'), at: index + 1, line })),
  )
  .filter(({ line }) => !/^\s*(\*|\/\/|\/\*)/.test(line))

test('rights are decided in the access parts and nowhere else', () => {
  const found = lines.flatMap(({ file, at, line }) => {
    const decision = decisions.find(({ pattern }) => pattern.test(line))
    if (!decision || exceptions.some((known) => known.file === file && known.line.test(line))) return []
    return [`${file}:${at} ${line.trim()} -> write ${decision.instead}`]
  })
  expect(found).toEqual([])
})

test('every exception is still needed', () => {
  const unused = exceptions.filter(
    (known) => !lines.some(({ file, line }) => file === known.file && known.line.test(line)),
  )
  expect(unused).toEqual([])
})
