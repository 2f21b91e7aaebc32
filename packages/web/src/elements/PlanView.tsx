import type { ElementExplanation } from '@octavo/core/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { statementOf, useOpenPage } from '../editor/index.ts'
import { CircleAlert, classNames, Message, TriangleAlert } from '../ui/index.ts'
import { LinesSkeleton } from './LinesSkeleton.tsx'
import '../i18n/looks.ts'

type Level = ElementExplanation['levels'][number]
type Step = Level['steps'][number]

/** How an element is computed: a tree of steps for each level, with the steps that read most rows marked. */
export function PlanView({ elementId }: { elementId: string }) {
  const { t } = useTranslation(['translation', 'looks'])
  const page = useOpenPage()
  const { workbookId } = page
  const selection = statementOf(page)
  const { data, isPending, error } = useQuery({
    queryKey: ['explain', workbookId, elementId, selection],
    queryFn: ({ signal }) =>
      call<ElementExplanation>(
        `/v2/workbooks/${encodeURIComponent(workbookId)}/elements/${encodeURIComponent(elementId)}/explain`,
        { signal, query: selection },
      ),
  })
  const format = useRows()
  const levelName = useLevelName()
  if (isPending) {
    return (
      <div className="h-56 py-3">
        <LinesSkeleton lines={7} />
      </div>
    )
  }
  if (!data) {
    return (
      <Message
        icon={CircleAlert}
        tone="danger"
        isAlert
        className="min-h-40"
        title={t('looks:plan.failed')}
        text={error?.message}
      />
    )
  }
  const { costliest, levels, hasEstimates, isVerified, dialect } = data
  const names = connectionNames(levels)
  return (
    <div className="flex flex-col gap-4 px-6 py-4">
      {costliest && (
        <p className="text-sm">
          <span className="text-muted">{t('looks:plan.costliest')} </span>
          <strong className="font-semibold">{costliest.name}</strong>
          <span className="text-muted">
            {' '}
            ·{' '}
            {t('looks:plan.goesThrough', {
              rows: format(costliest.rows),
              level: levelName(costliest.level),
            })}
          </span>
        </p>
      )}
      {names.size > 0 && <p className="text-sm text-muted">{t('looks:plan.across')}</p>}
      {!hasEstimates && <p className="text-sm text-muted">{t('looks:plan.noEstimates')}</p>}
      {!isVerified && (
        <p className="flex items-start gap-2 text-sm text-muted">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
          {t('looks:plan.unverified', { dialect })}
        </p>
      )}
      {levels.map((level) => (
        <LevelPlan
          key={level.level}
          level={level}
          names={names}
          costliestId={costliest?.level === level.level ? costliest.stepId : ''}
        />
      ))}
    </div>
  )
}

type Names = ReadonlyMap<string, string>

/** Connections that compute a part, by id. */
function connectionNames(levels: readonly Level[]): Names {
  const sides = levels.flatMap((level) => level.sides ?? [])
  return new Map(sides.map(({ connectionId, connectionName }) => [connectionId, connectionName ?? connectionId]))
}

function LevelPlan({ level, names, costliestId }: { level: Level; names: Names; costliestId: string }) {
  const levelName = useLevelName()
  const byId = new Map(level.steps.filter((step) => !step.isShared).map((step) => [step.id, step]))
  const [root] = level.steps
  return (
    <section aria-label={levelName(level.level)}>
      <h3 className="mb-1.5 text-xs font-semibold text-muted">{levelName(level.level)}</h3>
      <ul className="overflow-hidden rounded-md border border-line">
        {root && (
          <StepRows step={root} byId={byId} names={names} depth={0} costliestId={costliestId} seen={new Set()} />
        )}
      </ul>
    </section>
  )
}

interface StepRowsProps {
  step: Step
  byId: ReadonlyMap<string, Step>
  names: Names
  depth: number
  costliestId: string
  /** Steps that are already shown above; only their names are repeated. */
  seen: Set<string>
}

function StepRows({ step, byId, names, depth, costliestId, seen }: StepRowsProps) {
  const { t } = useTranslation(['translation', 'looks'])
  const format = useRows()
  const isAgain = seen.has(step.id)
  seen.add(step.id)
  const isCostliest = step.id === costliestId
  const does = step.operations
    .map((operation) => t(`looks:plan.operations.${operation}`, { defaultValue: operation }))
    .join(', ')
  return (
    <>
      <li
        className={classNames(
          'flex items-baseline gap-3 border-t border-line px-3 py-1.5 text-sm first:border-t-0',
          isCostliest && 'bg-accent-soft',
        )}
      >
        <div className="min-w-0 grow" style={{ paddingInlineStart: `${Math.min(depth, 8) * 0.9}rem` }}>
          <span className="font-medium">{step.name}</span>
          <span className="text-muted"> · {isAgain ? t('looks:plan.again') : does}</span>
          {step.connectionId !== undefined && (
            <span className="text-muted">
              {' '}
              · {t('looks:plan.onConnection', { name: names.get(step.connectionId) ?? step.connectionId })}
            </span>
          )}
          {step.table && <div className="truncate font-mono text-xs text-faint">{step.table.join('.')}</div>}
        </div>
        <span className="shrink-0 text-xs text-muted tabular-nums">
          {step.estimatedRows === null
            ? ''
            : t('looks:plan.rows', { count: step.estimatedRows, rows: format(step.estimatedRows) })}
        </span>
      </li>
      {!isAgain &&
        step.inputs.map((input) => {
          const below = byId.get(input)
          return (
            below && (
              <StepRows
                key={input}
                step={below}
                byId={byId}
                names={names}
                depth={depth + 1}
                costliestId={costliestId}
                seen={seen}
              />
            )
          )
        })}
    </>
  )
}

function useRows(): (rows: number) => string {
  const { i18n } = useTranslation(['translation', 'looks'])
  const format = new Intl.NumberFormat(i18n.language)
  return (rows) => format.format(rows)
}

function useLevelName(): (level: string) => string {
  const { t } = useTranslation(['translation', 'looks'])
  return (level) => {
    const [first = '', second = '', calculation] = level.match(/\d+/g) ?? []
    if (level === 'summary') return t('looks:plan.levels.summary')
    if (level === 'base') return t('looks:plan.levels.base')
    if (calculation !== undefined)
      return t('looks:plan.levels.calculation', { first, second, place: Number(calculation) + 1 })
    return level.startsWith('g')
      ? t('looks:plan.levels.group', { first })
      : t('looks:plan.levels.total', { first, second })
  }
}
