import type { Gauge, Registry } from 'prom-client'

export interface RequestMeasure {
  operation: string
  status: number
  seconds: number
}

export interface Metrics {
  note(measure: RequestMeasure): void
  /** Prometheus text. */
  render(): Promise<string>
}

/** Maximum measurements that are buffered until figures are first requested, which loads the library. */
const mostWaiting = 10_000

/** Figures that are read on request: a name that starts with `octavo_`, and its description. */
export interface Figures {
  help: Readonly<Record<string, string>>
  read(): Promise<Readonly<Record<string, number>>>
}

export function createMetrics(sources: readonly Figures[] = []): Metrics {
  let waiting: RequestMeasure[] = []
  let loaded:
    | Promise<{ registry: Registry; refresh(): Promise<void>; observe(measure: RequestMeasure): void }>
    | undefined
  let observe: ((measure: RequestMeasure) => void) | undefined

  async function load() {
    const prometheus = await import('prom-client')
    const registry = new prometheus.Registry()
    prometheus.collectDefaultMetrics({ register: registry })
    const durations = new prometheus.Histogram({
      name: 'octavo_http_request_seconds',
      help: 'Time from the request to the end of its answer, by operation and status.',
      labelNames: ['operation', 'status'],
      buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10, 30, 100],
      registers: [registry],
    })
    const gauges = new Map(
      sources.flatMap(({ help }) =>
        Object.entries(help).map(([name, text]): [string, Gauge] => [
          name,
          new prometheus.Gauge({ name, help: text, registers: [registry] }),
        ]),
      ),
    )
    return {
      registry,
      async refresh() {
        for (const figures of sources) {
          for (const [name, value] of Object.entries(await figures.read())) gauges.get(name)?.set(value)
        }
      },
      observe: ({ operation, status, seconds }: RequestMeasure) => durations.observe({ operation, status }, seconds),
    }
  }

  return {
    note(measure) {
      if (observe !== undefined) observe(measure)
      else if (waiting.length < mostWaiting) waiting.push(measure)
    },
    async render() {
      loaded ??= load()
      const library = await loaded
      if (observe === undefined) {
        observe = library.observe
        for (const measure of waiting) observe(measure)
        waiting = []
      }
      await library.refresh()
      return library.registry.metrics()
    },
  }
}
