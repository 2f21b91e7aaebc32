import { readFileSync } from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'

export interface Timing {
  median: number
  p95: number
  runs: number
}

export function summarize(samples: number[]): Timing {
  const sorted = [...samples].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { median: at(0.5), p95: at(0.95), runs: sorted.length }
}

/** Milliseconds of each run, after warm-ups that are not counted. */
export async function time(runs: number, warmUps: number, work: (run: number) => Promise<unknown>): Promise<Timing> {
  const samples: number[] = []
  for (let run = -warmUps; run < runs; run += 1) {
    const started = performance.now()
    await work(run)
    if (run >= 0) samples.push(performance.now() - started)
  }
  return summarize(samples)
}

/** Two variants alternating in one run, so that disturbances affect both equally. `before` prepares each and is not timed. */
export async function pair(
  runs: number,
  warmUps: number,
  first: (run: number) => Promise<unknown>,
  second: (run: number) => Promise<unknown>,
  before: () => Promise<unknown> = async () => {},
): Promise<[Timing, Timing]> {
  const samples: [number[], number[]] = [[], []]
  for (let run = -warmUps; run < runs; run += 1) {
    for (const [index, work] of [first, second].entries()) {
      await before()
      const started = performance.now()
      await work(run)
      if (run >= 0) samples[index as 0 | 1].push(performance.now() - started)
    }
  }
  return [summarize(samples[0]), summarize(samples[1])]
}

/** Resident memory of a process and its children in MB, where the platform provides it (Linux). */
export function residentMb(pid: number): number {
  const own = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0'
  return Number(own) / 1024 + childrenOf(pid).reduce((sum, child) => sum + residentMb(child), 0)
}

/** Processor time that a process has used so far, in milliseconds, where the platform provides it (Linux). */
export function processorMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // User and system time in ticks of a hundredth of a second.
  return (Number(fields[11]) + Number(fields[12])) * 10
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(/\s+/).filter(Boolean).map(Number)
}

/**
 * Resident memory of a process and its children in MB, where file pages that several of them map, such as the program itself, count once:
 * the maximum that ending all of them would free.
 */
export function residentOnceMb(pid: number): number {
  const files = new Map<string, number>()
  let ownKb = 0
  for (const id of [pid, ...childrenOf(pid)]) {
    let file = ''
    let residentKb = 0
    for (const line of readFileSync(`/proc/${id}/smaps`, 'utf8').split('\n')) {
      const mapping = /^[0-9a-f]+-[0-9a-f]+ \S+ ([0-9a-f]+) \S+ (\d+)/.exec(line)
      const [, name, kb] = /^(Rss|Anonymous):\s+(\d+) kB/.exec(line) ?? []
      if (mapping) file = mapping[2] === '0' ? '' : `${mapping[2]} ${mapping[1]}`
      else if (name === 'Rss') residentKb = Number(kb)
      else if (name === 'Anonymous') {
        ownKb += file === '' ? residentKb : Number(kb)
        if (file !== '') files.set(file, Math.max(files.get(file) ?? 0, residentKb - Number(kb)))
      }
    }
  }
  return (ownKb + [...files.values()].reduce((sum, kb) => sum + kb, 0)) / 1024
}

/** The largest resident memory while `work` runs. */
export async function peakMb<T>(pid: number, work: () => Promise<T>): Promise<{ result: T; peak: number }> {
  let peak = residentMb(pid)
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMb(pid))
  }, 50)
  try {
    return { result: await work(), peak: Math.max(peak, residentMb(pid)) }
  } finally {
    clearInterval(timer)
  }
}

export interface HttpCall {
  method: string
  url: string
  headers: Record<string, string>
  body?: string
}

export const keepAlive = new Agent({ keepAlive: true, maxSockets: 64 })

/** One request over a keep-alive connection; throws unless the status is a success. */
export function send(call: HttpCall): Promise<{ status: number; headers: Record<string, unknown>; text: string }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      call.url,
      { method: call.method, headers: call.headers, agent: keepAlive },
      (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('error', reject)
        answer.on('end', () => {
          const text = Buffer.concat(parts).toString('utf8')
          const status = answer.statusCode ?? 0
          if (status >= 400) reject(new Error(`${call.method} ${call.url} answered ${status}: ${text.slice(0, 500)}`))
          else resolve({ status, headers: answer.headers, text })
        })
      },
    )
    request.on('error', reject)
    request.end(call.body)
  })
}

/** Lines of a streamed response, each with the milliseconds from the request to its end. */
export function timeLines(call: HttpCall): Promise<{ ms: number; text: string }[]> {
  return new Promise((resolve, reject) => {
    const started = performance.now()
    const request = httpRequest(
      call.url,
      { method: call.method, headers: call.headers, agent: keepAlive },
      (answer) => {
        const lines: { ms: number; text: string }[] = []
        let rest = ''
        answer.setEncoding('utf8')
        answer.on('data', (part: string) => {
          const parts = (rest + part).split('\n')
          rest = parts.pop() ?? ''
          const ms = performance.now() - started
          for (const text of parts) lines.push({ ms, text })
        })
        answer.on('error', reject)
        answer.on('end', () => {
          const status = answer.statusCode ?? 0
          if (status >= 400) reject(new Error(`${call.method} ${call.url} answered ${status}: ${rest.slice(0, 500)}`))
          else resolve(lines)
        })
      },
    )
    request.on('error', reject)
    request.end(call.body)
  })
}

/** Requests per second with `clients` in parallel for about `ms`. */
export async function throughput(clients: number, ms: number, call: HttpCall): Promise<number> {
  const until = performance.now() + ms
  let count = 0
  const started = performance.now()
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < until) {
        await send(call)
        count += 1
      }
    }),
  )
  return count / ((performance.now() - started) / 1000)
}
