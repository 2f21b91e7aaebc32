import { readFileSync } from 'node:fs'

/** Resident size of a process from /proc; null where that does not exist (then only the engine's limit counts). */
export function residentMb(pid: number): number | null {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1])
    return Number.isFinite(pages) ? (pages * 4096) / 1_048_576 : null
  } catch {
    return null
  }
}
