import { LevelCollector, type LevelRows } from '@octavo/core/display'
import type { LevelName } from '@octavo/core/types'
import { type ColumnError, type ElementData, type Failure, failed, withoutOutdated } from './element-data.ts'
import { columnsOf, levelOf, type PageDataEvent, statesOf } from './page-events.ts'

type Change = (data: ElementData) => ElementData

/**
 * One page stream being applied. The first answer shows its rows as they come; a later one replaces the stale rows of
 * a level at once when it is whole, so that nothing flickers.
 */
export class StreamApplication {
  private readonly asked: ReadonlySet<string>
  private readonly controls: Readonly<Record<string, string>>
  private readonly results = new Map<
    string,
    {
      level: LevelName
      collectors: Map<string, LevelCollector>
      columnErrors: Readonly<Record<string, readonly ColumnError[]>>
      isDone: boolean
    }
  >()

  private inputRevisions: Readonly<Record<string, number>> = {}

  constructor(asked: ReadonlySet<string>, controls: Readonly<Record<string, string>>) {
    this.asked = asked
    this.controls = controls
  }

  apply(line: PageDataEvent): [elementId: string, change: Change][] {
    switch (line.event) {
      case 'start':
        this.inputRevisions = line.inputRevisions ?? {}
        return []
      case 'schema': {
        const elementIds = line.elements.filter((id) => this.asked.has(id))
        const collectors = new Map(elementIds.map((id) => [id, new LevelCollector(columnsOf(line, id))]))
        const { columnErrors = {} } = line
        this.results.set(line.resultId, { level: levelOf(line), collectors, columnErrors, isDone: false })
        return []
      }
      case 'batch': {
        const result = this.results.get(line.resultId)
        if (!result) return []
        return [...result.collectors].map(([id, collector]) => {
          collector.add(line.columns, statesOf(line))
          const rows = collector.snapshot()
          return [
            id,
            (data) =>
              data.isStale
                ? data
                : { ...data, controls: this.controls, levels: new Map(data.levels).set(result.level, rows) },
          ]
        })
      }
      case 'done': {
        const result = this.results.get(line.resultId)
        if (!result) return []
        result.isDone = true
        for (const collector of result.collectors.values()) collector.finish(line.truncated)
        return [...result.collectors.keys()].flatMap((id) => this.whenWhole(id, line))
      }
      case 'error': {
        const { code, message, sent, hint, columnId, isPassing, signIn }: typeof line & Pick<Failure, 'sent'> = line
        const failure: Failure = { code, message, sent, hint, columnId, isPassing, signIn }
        return this.asked.has(line.elementId) ? [[line.elementId, (data) => failed(data, failure)]] : []
      }
      case 'waiting': {
        const { ahead } = line
        return line.elements.filter((id) => this.asked.has(id)).map((id) => [id, (data) => ({ ...data, ahead })])
      }
      default:
        return []
    }
  }

  /** The levels of an element are replaced together, when the last announced level is complete. */
  private whenWhole(
    elementId: string,
    done: { ms: number; cached: boolean; connections?: number | undefined },
  ): [string, Change][] {
    const results = [...this.results.values()].filter((result) => result.collectors.has(elementId))
    if (results.some((result) => !result.isDone)) return []
    const levels = results.flatMap(({ level, collectors }): [LevelName, LevelRows][] => {
      const collector = collectors.get(elementId)
      return collector ? [[level, collector.snapshot()]] : []
    })
    const readAt = new Date().toISOString()
    const columnErrors = results.flatMap((result) => result.columnErrors[elementId] ?? [])
    const broken = [...new Map(columnErrors.map((column) => [column.id, column])).values()]
    return [
      [
        elementId,
        (data) =>
          data.status === 'failed'
            ? data
            : {
                ...withoutOutdated(data),
                status: 'ready',
                readAt,
                isStale: false,
                controls: this.controls,
                levels: new Map([...data.levels, ...levels]),
                children: data.isStale || data.status === 'waiting' ? new Map() : data.children,
                columnErrors: broken,
                milliseconds: done.ms,
                isCached: done.cached,
                connections: done.connections,
                inputRevision: this.inputRevisions[elementId],
              },
      ],
    ]
  }
}
